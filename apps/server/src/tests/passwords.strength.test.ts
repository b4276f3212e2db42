import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { createLeakedPasswords } from "@bbux/api";
import { ERRORS, type PasswordCode } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";
import { call, ok, refused } from "./support.ts";

let t: TestApp;
let count = 0;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe("a password that is easy to guess", () => {
  const signUp = (password: string, username = `guess${++count}`, email = `${username}@example.org`) =>
    call(t, "POST", "/auth/signup", { body: { username, email, password } });
  /** Expects the code of a refusal, whose sentence is also told for the field. */
  const expectWhy = (answer: Awaited<ReturnType<typeof signUp>>, code: PasswordCode) => {
    const message = ERRORS[code].message;
    expect(refused(answer, 422, code)).toMatchObject({ error: message, details: [{ field: "password", message }] });
  };

  it.each<[string, PasswordCode]>([
    ["password", "PASSWORD_COMMON"],
    ["12345678", "PASSWORD_COMMON"],
    ["PassWord", "PASSWORD_COMMON"],
    ["aaaaaaaa", "PASSWORD_GUESSABLE"],
    ["a".repeat(128), "PASSWORD_GUESSABLE"],
    ["password2024", "PASSWORD_GUESSABLE"],
    ["chocolate1", "PASSWORD_GUESSABLE"],
    ["constructor1", "PASSWORD_GUESSABLE"],
  ])("isn't accepted, with a code of its own: %s", async (password, code) => {
    expectWhy(await signUp(password), code);
  });

  it("isn't told apart from other invalid input if it is too short", async () => {
    refused(await signUp("short"), 422, "VALIDATION_ERROR");
  });

  it("isn't accepted: the own username, the own address, or little more than these", async () => {
    for (const [password, code] of [
      ["Marie_Curie", "PASSWORD_OWN_NAME"],
      ["marie_curie@example.org", "PASSWORD_OWN_NAME"],
      ["marie_curie7", "PASSWORD_GUESSABLE"],
    ] as const) {
      expectWhy(await signUp(password, "marie_curie", "marie_curie@example.org"), code);
    }
    ok(await signUp("correct horse battery", "marie_curie", "marie_curie@example.org"));
  });

  it("is looked up nowhere else than where it is configured: a redirect is no answer", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(302, { location: "/elsewhere" }).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const isLeaked = createLeakedPasswords(`http://127.0.0.1:${Object(server.address()).port}/range`, 60_000);
      expect(await isLeaked("three unlikely words")).toBe(false);
      expect(asked).toHaveLength(1);
    } finally {
      server.close();
    }
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
    expectWhy(await signUp("three unlikely words"), "PASSWORD_LEAKED");
    isLeaked.mockRestore();
  });
});
