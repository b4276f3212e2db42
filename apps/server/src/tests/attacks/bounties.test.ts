import { createPasswordReset, freezeLinkToken } from "@bbux/api";
import { UNIT } from "@bbux/contract";
import { balanceOf } from "@bbux/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../../testing.ts";
import { ageProofs } from "../second-factor.support.ts";
import { answer, ask, call, ok, type Response, refused, tally } from "../support.ts";

// A bounty as a way out: the thief asks in the member's name, and accepts the answer of an account of their own.

const THIEFS = "the thief's own password";
let t: TestApp;
let thief: TestMember;
let members = 0;
beforeAll(async () => {
  t = await createTestApp({ env: { SECURITY_HOLD_HOURS: "24" } });
  await createTag(t.database, "money");
  thief = await t.member("thief");
});
afterAll(() => t.close());

const rich = () => t.member(`owner${members++}`, { balance: 100n * UNIT });

/** Asks with a bounty that the thief answers, and returns what accepts the answer. */
async function trap(owner: TestMember, bountyAmount: number): Promise<() => Promise<Response>> {
  const postId = await ask(t, owner, { bountyAmount });
  const answerId = await answer(t, thief, postId);
  return () => call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: owner });
}
/** What the thief gets of it. */
async function loot(steal: () => Promise<void>): Promise<bigint> {
  const before = await balanceOf(t.database.db, "member", thief.id);
  await steal();
  return ((await balanceOf(t.database.db, "member", thief.id)) - before) / UNIT;
}
const post = (path: string, body: object) => call(t, "POST", path, { body });
async function reset({ email }: TestMember): Promise<void> {
  const made = await createPasswordReset(t.database.db, email, t.services.now());
  ok(await post("/auth/reset-password", { token: made?.token, newPassword: THIEFS }));
}
async function signIn(member: TestMember, password: string): Promise<TestMember> {
  const { token } = ok(await post("/auth/login", { email: member.email, password }));
  return { ...member, headers: { authorization: `Bearer ${token}` } };
}

describe("bounties of someone else's BBUX", () => {
  it("pay a stolen session 10 BBUX in a day, in one part or many, and more only with a fresh proof", async () => {
    const owner = await rich();
    const [large, six, four, one] = [
      await trap(owner, 11),
      await trap(owner, 6),
      await trap(owner, 4),
      await trap(owner, 1),
    ];
    await ageProofs(t, owner);
    const got = await loot(async () => {
      expect(refused(await large(), 403, "STEP_UP_REQUIRED").details).toEqual({ proofs: ["password"] });
      for (const accept of [six, four]) ok(await accept());
      refused(await one(), 403, "STEP_UP_REQUIRED");
    });
    expect(got).toBe(10n);
    ok(await call(t, "POST", "/auth/step-up", { as: owner, body: { password: TEST_PASSWORD } }));
    ok(await large());
  });

  it("pay no more than that at the same time", async () => {
    const owner = await rich();
    const accepts = [await trap(owner, 6), await trap(owner, 6), await trap(owner, 6)];
    await ageProofs(t, owner);
    const got = await loot(async () => {
      expect(tally(await Promise.all(accepts.map((accept) => accept())))).toEqual({ 200: 1, 403: 2 });
    });
    expect(got).toBe(6n);
  });

  it("pay no more to someone who has the mailbox and resets the password, for as long as withdrawals are held", async () => {
    const owner = await rich();
    await reset(owner);
    const inside = await signIn(owner, THIEFS);
    const [large, small] = [await trap(inside, 11), await trap(inside, 9)];
    const got = await loot(async () => {
      ok(await small());
      const { details } = refused(await large(), 403, "PAYMENTS_HELD");
      expect(details).toEqual({ cause: "password_reset", until: expect.any(String) });
    });
    expect(got).toBe(9n);
  });

  it("pay nothing once the owner has frozen the account, even to someone who knows the password", async () => {
    const owner = await rich();
    const token = freezeLinkToken(t.services, owner.id, t.services.now());
    ok(await post("/auth/freeze-by-link", { token }));
    const inside = await signIn(owner, TEST_PASSWORD);
    const accept = await trap(inside, 1);
    expect(await loot(async () => void refused(await accept(), 403, "ACCOUNT_FROZEN"))).toBe(0n);
  });
});

it("an answer without a bounty is accepted with an old session and on a frozen account", async () => {
  const owner = await rich();
  const token = freezeLinkToken(t.services, owner.id, t.services.now());
  const postId = await ask(t, owner);
  const answerId = await answer(t, thief, postId);
  ok(await post("/auth/freeze-by-link", { token }));
  const inside = await signIn(owner, TEST_PASSWORD);
  await ageProofs(t, owner);
  ok(await call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: inside }));
});
