import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { LIMITS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { call } from "./support.ts";

/** The exact messages that the requirements quote. */

let t: TestApp;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
  await createTag(t.database, "money");
});
afterAll(() => t.close());

const ROOT = join(import.meta.dirname, "../../../..");

/** The source of the screens and the contract, without tests and comments, with whitespace normalized because layout may break a sentence. */
async function screens(): Promise<string> {
  const texts: string[] = [];
  const sources = ["apps/web/src/**/*.{ts,tsx}", "packages/contract/src/**/*.ts"];
  for await (const file of glob(sources, { cwd: ROOT, exclude: (name) => name.includes(".test.") })) {
    texts.push(readFileSync(join(ROOT, file), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""));
  }
  const text = texts.join("\n").replace(/\s+/g, " ");
  return text.replaceAll(/\$\{LIMITS\.password\.min\}/g, String(LIMITS.password.min));
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

describe("a quoted message", () => {
  async function says(sentence: string, path: string, body: object): Promise<void> {
    const { error, details } = (await call(t, "POST", path, { as: ada, body })).json();
    expect(error).toBe(sentence);
    expect(details.map(({ message }: { message: string }) => message)).toContain(sentence);
  }
  it.each([
    ["At least one tag is required", "/posts", { title: "T", content: "C", tags: [] }],
    ["At least one tag is required", "/posts", { title: "T", content: "C" }],
  ])("is the server's response, as the error and next to the field: %s, POST %s [C8.46 C5.03]", says);
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
  ])("is the server's response, as the error and next to the field: %s, POST %s [C8.46 C5.34]", says);

  it("appears in the web app word for word", async () => {
    const text = await screens();
    expect(SHOWN.filter((sentence) => !text.includes(sentence))).toEqual([]);
    expect(text).toContain("`HTTP ${");
  });

  it("has no variant there that differs only in case or in final punctuation", async () => {
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
