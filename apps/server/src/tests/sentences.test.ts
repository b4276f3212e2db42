import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { call } from "./support.ts";

/** The sentences that the specification puts in quotes, as far as what they speak of is built. */

let t: TestApp;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
  await createTag(t.database, "money");
});
afterAll(() => t.close());

const ROOT = join(import.meta.dirname, "../../../..");

/** What the screens are made of, the contract's own words among it, without tests and comments, each run of blanks as one: a sentence may be broken by layout. */
async function screens(): Promise<string> {
  const texts: string[] = [];
  const sources = ["apps/web/src/**/*.{ts,tsx}", "packages/contract/src/*.ts"];
  for await (const file of glob(sources, { cwd: ROOT, exclude: (name) => name.includes(".test.") })) {
    texts.push(readFileSync(join(ROOT, file), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""));
  }
  return texts.join("\n").replace(/\s+/g, " ");
}

const SHOWN = [
  "Signing in...",
  "Creating account...",
  "Network error",
  "Login failed",
  "Signup failed",
  "An unexpected error occurred",
  "Please log in to create a post",
  "At least one tag is required",
  "Failed to create post",
  "Failed to update post",
  "Failed to post comment",
  "Failed to post answer",
  "Failed to fetch answers",
  "Failed to accept answer",
  "No answers yet. Be the first to answer!",
  "No comments yet. Be the first to comment!",
  "All password fields are required",
  "New password must be at least 8 characters long",
  "New password and confirm password do not match",
  "Failed to change password",
  "User not found",
  "No posts yet",
];

describe("a sentence that the specification quotes", () => {
  async function says(sentence: string, path: string, body: object): Promise<void> {
    const { error, details } = (await call(t, "POST", path, { as: ada, body })).json();
    expect(error).toBe(sentence);
    expect(details.map(({ message }: { message: string }) => message)).toContain(sentence);
  }
  it.each([
    ["At least one tag is required", "/posts", { title: "T", content: "C", tags: [] }],
    ["At least one tag is required", "/posts", { title: "T", content: "C" }],
  ])("is what the server says, as error and beside the field: %s, POST %s [C8.46 C5.03]", says);
  it.each([
    [
      "New password must be at least 8 characters long",
      "/auth/change-password",
      { currentPassword: TEST_PASSWORD, newPassword: "1234567" },
    ],
    [
      "New password must be at least 8 characters long",
      "/auth/reset-password",
      { token: "x".repeat(43), newPassword: "1234567" },
    ],
  ])("is what the server says, as error and beside the field: %s, POST %s [C8.46 C5.34]", says);

  it("stands in the web app word for word", async () => {
    const text = await screens();
    expect(SHOWN.filter((sentence) => !text.includes(sentence))).toEqual([]);
    expect(text).toContain("`HTTP ${");
  });

  it("has no double there: nothing that differs in case or in its last mark only", async () => {
    const text = await screens();
    const strings = [...text.matchAll(/"([^"\n]{6,90})"|>([^<>{}]{6,90})</g)].map(
      (match) => match[1] ?? match[2] ?? "",
    );
    const plain = (sentence: string) =>
      sentence
        .trim()
        .toLowerCase()
        .replace(/[.!…\s]+$/, "");
    const wanted = new Map(SHOWN.map((sentence) => [plain(sentence), sentence]));
    const doubles = strings.filter((one) => wanted.has(plain(one)) && wanted.get(plain(one)) !== one.trim());
    expect(doubles).toEqual([]);
  });
});
