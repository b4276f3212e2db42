import { PROOF_OF_WORK } from "@bbux/contract";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp } from "../testing.ts";
import { call, ok } from "./support.ts";
import { toSignIn, Wallet } from "./wallets.support.ts";

// Opening an account takes a proof of work: always, never, or while very many are opened.

let t: TestApp;
let named = 0;
afterEach(() => t.close());
const start = async (env: Record<string, string>) => {
  t = await createTestApp({ env });
};

const signup = (body: object) => {
  const username = `visitor-${named++}`;
  const account = { username, email: `${username}@example.org`, password: TEST_PASSWORD };
  return call(t, "POST", "/auth/signup", { body: { ...account, ...body } });
};
const challenge = async () => ok(await call(t, "GET", "/auth/signup/challenge")).challenge;
const proofOf = (given: object) => Buffer.from(JSON.stringify(given)).toString("base64");
async function solved() {
  const given = { challenge: await challenge(), solution: null as object | null };
  given.solution = await solveChallenge({ ...given, deriveKey });
  return given;
}
const codeOf = async (answer: ReturnType<typeof signup>) => (await answer).json().code ?? (await answer).statusCode;

describe("a sign-up", () => {
  it("takes no proof of work where limits are off, but refuses a wrong one", async () => {
    await start({});
    expect(await challenge()).toBeNull();
    expect(await codeOf(signup({}))).toBe(200);
    expect(await codeOf(signup({ proofOfWork: "AAAA" }))).toBe("PROOF_OF_WORK_REQUIRED");
  });

  it("takes the solution of a challenge where the operator wants it, good for one account and ten minutes", {
    tags: "proof",
  }, async () => {
    await start({ SIGNUP_PROOF_OF_WORK: "on" });
    const refused = await signup({});
    expect([refused.statusCode, refused.json().code]).toEqual([403, "PROOF_OF_WORK_REQUIRED"]);
    const right = await solved();
    const { parameters } = right.challenge;
    for (const wrong of [
      "no Base64!",
      proofOf({}),
      proofOf({ ...right, solution: { counter: 0, derivedKey: parameters.keyPrefix.padEnd(64, "0") } }),
      proofOf({ ...right, challenge: { ...right.challenge, parameters: { ...parameters, cost: 1 } } }),
      proofOf({ ...right, challenge: { ...right.challenge, parameters: { ...parameters, expiresAt: 9e9 } } }),
      proofOf({ ...right, challenge: await challenge() }),
    ]) {
      expect(await codeOf(signup({ proofOfWork: wrong }))).toBe("PROOF_OF_WORK_REQUIRED");
    }
    const proofOfWork = proofOf(right);
    // One that opens no account isn't used up.
    expect(await codeOf(signup({ proofOfWork, password: "password" }))).toBe("PASSWORD_COMMON");
    const [one, other] = await Promise.all([codeOf(signup({ proofOfWork })), codeOf(signup({ proofOfWork }))]);
    expect([one, other].sort()).toEqual([200, "PROOF_OF_WORK_REQUIRED"]);

    const late = proofOf(await solved());
    t.travel(PROOF_OF_WORK.minutes * 60_000 + 1_000);
    expect(await codeOf(signup({ proofOfWork: late }))).toBe("PROOF_OF_WORK_REQUIRED");
  });

  it("takes one with a wallet, too, whose signature stays good after a refusal", async () => {
    await start({ SIGNUP_PROOF_OF_WORK: "on" });
    const wallet = new Wallet().sign(await toSignIn(t));
    const body = { username: "ada", email: "ada@example.org", name: "Phantom", wallet };
    const by = (more: object) => codeOf(call(t, "POST", "/auth/wallet/signup", { body: { ...body, ...more } }));
    expect(await by({})).toBe("PROOF_OF_WORK_REQUIRED");
    expect(await by({ proofOfWork: proofOf(await solved()) })).toBe(200);
  });

  it("requires one automatically during a surge of sign-ups, and stops afterward", async () => {
    await start({ RATE_LIMITS: "on", SIGNUP_PROOF_OF_WORK: "auto" });
    const add = (count: number) =>
      sql`insert into users (username, email, password_hash, solana_address)
        select 'robot-' || n, 'robot-' || n || '@example.org', 'x', 'robot-' || n
          from generate_series(${named}::int, ${named + count - 1}::int) n`.execute(t.database.ownerDb);
    await add(PROOF_OF_WORK.from - 1);
    expect(await challenge()).toBeNull();
    named += PROOF_OF_WORK.from;
    await add(1);
    expect(await challenge()).not.toBeNull();
    expect(await codeOf(signup({}))).toBe("PROOF_OF_WORK_REQUIRED");
    t.travel(60 * 60_000);
    expect(await challenge()).toBeNull();
    expect(await codeOf(signup({}))).toBe(200);
  });
});
