// @vitest-environment happy-dom
import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { afterEach, expect, it, vi } from "vitest";
import { refusal, serve } from "./render.support.tsx";
import { client } from "./trpc.ts";

afterEach(() => vi.unstubAllGlobals());

const REQUIRED = refusal({ status: 403, code: "PROOF_OF_WORK_REQUIRED", error: "Very many accounts are being opened" });
const account = { username: "ada", email: "ada@example.org", password: "q8Zv3nLw" };
const challenge = () =>
  createChallenge({ algorithm: "PBKDF2/SHA-256", cost: 1, counter: 7, deriveKey, hmacSignatureSecret: "a secret" });
const given = ({ input }: { input: unknown }) => Object(input).proofOfWork as string | undefined;

it("a sign-up that takes a proof of work is sent again with the solution of a challenge", async () => {
  const server = serve({
    "auth.signup": (call: { input: unknown }) => (given(call) ? { success: true } : REQUIRED),
    "auth.signupChallenge": async () => ({ challenge: await challenge() }),
  });
  expect(await client.auth.signup.mutate(account)).toEqual({ success: true });
  expect([server.count("auth.signup"), server.count("auth.signupChallenge")]).toEqual([2, 1]);
  const second = server.callsOf("auth.signup")[1] ?? { input: {} };
  expect(second.input).toMatchObject(account);
  const { solution } = JSON.parse(atob(given(second) ?? ""));
  expect(solution.counter).toBe(7);
});

it("is refused once more at most, whatever the server says", async () => {
  const server = serve({
    "auth.signup": REQUIRED,
    "auth.signupChallenge": async () => ({ challenge: await challenge() }),
  });
  await expect(client.auth.signup.mutate(account)).rejects.toThrow("Very many accounts are being opened");
  expect(server.count("auth.signup")).toBe(2);
});

it("is sent again as it was once no challenge is asked for any more, and not at all if that can't be found out", async () => {
  let asked = 0;
  serve({
    "auth.signup": () => (asked++ === 0 ? REQUIRED : { success: true }),
    "auth.signupChallenge": { challenge: null },
  });
  expect(await client.auth.signup.mutate(account)).toEqual({ success: true });
  const server = serve({ "auth.signup": REQUIRED, "auth.signupChallenge": refusal({ status: 503 }) });
  await expect(client.auth.signup.mutate(account)).rejects.toThrow("Very many accounts are being opened");
  expect(server.count("auth.signup")).toBe(1);
});
