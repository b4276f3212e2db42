import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { createLeakedPasswords } from "@bbux/api";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createTestApp, type TestApp } from "../testing.ts";
import { call, ok, refused } from "./support.ts";

let t: TestApp;
let count = 0;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const messagesOf = (details: unknown) =>
  z
    .array(z.object({ message: z.string() }))
    .parse(details)
    .map(({ message }) => message);

describe("a password that is easy to guess", () => {
  const signUp = (password: string, username = `guess${++count}`, email = `${username}@example.org`) =>
    call(t, "POST", "/auth/signup", { body: { username, email, password } });
  const COMMON = "This is one of the most common passwords. Please choose another one.";
  const GUESSABLE = "This password is too easy to guess. Add a few unrelated words.";
  const OWN = "Your password can't be your username or your email address";

  it.each([
    ["password", COMMON],
    ["12345678", COMMON],
    ["PassWord", COMMON],
    ["aaaaaaaa", GUESSABLE],
    ["a".repeat(128), GUESSABLE],
    ["password2024", GUESSABLE],
    ["chocolate1", GUESSABLE],
    ["constructor1", GUESSABLE],
  ])("isn't accepted: %s", async (password, message) => {
    const { details } = refused(await signUp(password), 422, "VALIDATION_ERROR");
    expect(details).toEqual([{ field: "password", message }]);
  });

  it("isn't accepted: the own username, the own address, or little more than these", async () => {
    const whys: string[] = [];
    for (const password of ["Marie_Curie", "marie_curie@example.org", "marie_curie7"]) {
      const { details } = refused(
        await signUp(password, "marie_curie", "marie_curie@example.org"),
        422,
        "VALIDATION_ERROR",
      );
      whys.push(...messagesOf(details));
    }
    expect(whys).toEqual([OWN, OWN, GUESSABLE]);
    ok(await signUp("correct horse battery", "marie_curie", "marie_curie@example.org"));
  });

  it("is looked up among those from breaches, if configured, by the beginning of its hash; without an answer it is accepted", async () => {
    const hash = createHash("sha1").update("three unlikely words").digest("hex").toUpperCase();
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end(`${"0".repeat(35)}:0\r\n${hash.slice(5)}:7\r\n`);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const isLeaked = createLeakedPasswords(`http://127.0.0.1:${Object(server.address()).port}/range`, 60_000);
      expect([await isLeaked("three unlikely words"), await isLeaked("three other words")]).toEqual([true, false]);
      expect(asked[0]).toBe(`/range/${hash.slice(0, 5)}`);
      expect(asked.every((url) => /^\/range\/[0-9A-F]{5}$/.test(url))).toBe(true);
    } finally {
      server.close();
    }
    expect(await createLeakedPasswords("http://127.0.0.1:1/range/")("three unlikely words")).toBe(false);
    const isLeaked = vi.spyOn(t.services, "isLeakedPassword").mockResolvedValueOnce(true);
    const { details } = refused(await signUp("three unlikely words"), 422, "VALIDATION_ERROR");
    isLeaked.mockRestore();
    expect(messagesOf(details)).toEqual(["This password was found in a data breach. Please choose another one."]);
  });
});
