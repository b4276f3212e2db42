import { createPasswordReset, freezeLinkToken } from "@bbux/api";
import { type ErrorCode, UNIT } from "@bbux/contract";
import { balanceOf } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allProcedures } from "../../http/rest.ts";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../../testing.ts";
import { ageFactors, ageProofs, codeOf, enroll } from "../second-factor.support.ts";
import { dueSecurityMails } from "../security-mails.support.ts";
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
  const baited = await bait(owner, bountyAmount);
  return () => accept(owner, baited);
}
async function bait(owner: TestMember, bountyAmount: number) {
  const postId = await ask(t, owner, { bountyAmount });
  return { postId, answerId: await answer(t, thief, postId) };
}
const accept = (as: TestMember, { postId, answerId }: Awaited<ReturnType<typeof bait>>) =>
  call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as });
const asks = (as: TestMember, bountyAmount: number) =>
  call(t, "POST", "/posts", { as, body: { title: "How?", content: "Tell me", tags: ["money"], bountyAmount } });
const stakes = (as: TestMember, amount: number) => call(t, "POST", "/governance/stake", { as, body: { amount } });
/** What the thief gets of it. */
async function loot(steal: () => Promise<void>): Promise<bigint> {
  const before = await balanceOf(t.database.db, "member", thief.id);
  await steal();
  return ((await balanceOf(t.database.db, "member", thief.id)) - before) / UNIT;
}
/** Lets hours pass for an account, or for its sign-ins. */
const age = ({ id }: TestMember, table: "users" | "sessions", hours: number) =>
  sql`
    update ${sql.table(table)} set created_at = created_at - make_interval(hours => ${hours})
     where ${sql.ref(table === "users" ? "id" : "user_id")} = ${id}`.execute(t.database.ownerDb);
const post = (path: string, body: object) => call(t, "POST", path, { body });
async function reset({ email }: TestMember): Promise<void> {
  const made = await createPasswordReset(t.database.db, email, t.services.now());
  ok(await post("/auth/reset-password", { token: made?.token, newPassword: THIEFS }));
}
async function signIn(member: TestMember, password: string): Promise<TestMember> {
  const body = { email: member.email, password };
  const { token } = ok(await call(t, "POST", "/auth/login", { body, headers: { "user-agent": "thief/1.0" } }));
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

  it("pay no more than that after the payout date either", async () => {
    const owner = await rich();
    const baited = [await bait(owner, 6), await bait(owner, 6), await bait(owner, 6)];
    await sql`
      update posts set bounty_expires_at = clock_timestamp() - interval '8 days', settles_at = clock_timestamp() - interval '1 day'
       where id = any (${baited.map(({ postId }) => postId)}::bigint[])`.execute(t.database.ownerDb);
    await ageProofs(t, owner);
    const got = await loot(async () => {
      const [first, ...others] = baited;
      if (first) ok(await accept(owner, first));
      for (const other of others) refused(await accept(owner, other), 403, "STEP_UP_REQUIRED");
    });
    expect(got).toBe(6n);
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

  it("pay 10 BBUX in a day to someone who has the password, however often they sign in, and more for the owner's own session", async () => {
    const owner = await rich();
    await age(owner, "users", 2);
    await age(owner, "sessions", 25);
    const [large, six, four, one] = [
      await bait(owner, 11),
      await bait(owner, 6),
      await bait(owner, 4),
      await bait(owner, 1),
    ];
    const got = await loot(async () => {
      for (const inside of [await signIn(owner, TEST_PASSWORD), await signIn(owner, TEST_PASSWORD)]) {
        const { details } = refused(await accept(inside, large), 403, "PAYMENTS_HELD");
        expect(details).toEqual({ cause: "new_device", until: expect.any(String) });
      }
      const inside = await signIn(owner, TEST_PASSWORD);
      for (const small of [six, four]) ok(await accept(inside, small));
      refused(await accept(inside, one), 403, "PAYMENTS_HELD");
    });
    expect(got).toBe(10n);
    ok(await call(t, "POST", "/auth/step-up", { as: owner, body: { password: TEST_PASSWORD } }));
    ok(await accept(owner, large));
  });

  it("pay more from a new device once it has been signed in for a day, or with an older second factor", async () => {
    const owner = await rich();
    await age(owner, "users", 2);
    const inside = await signIn(owner, TEST_PASSWORD);
    const [first, second] = [await bait(owner, 11), await bait(owner, 12)];
    refused(await accept(inside, first), 403, "PAYMENTS_HELD");
    const { secret } = await enroll(t, owner);
    ok(await call(t, "POST", "/auth/step-up", { as: inside, body: { code: codeOf(secret) } }));
    await sql`delete from security_holds where user_id = ${owner.id}`.execute(t.database.ownerDb);
    expect(refused(await accept(inside, first), 403, "PAYMENTS_HELD").details).toMatchObject({ cause: "new_device" });
    await ageFactors(t, owner);
    ok(await accept(inside, first));
    await sql`delete from factors where user_id = ${owner.id}`.execute(t.database.ownerDb);
    ok(await call(t, "POST", "/auth/step-up", { as: inside, body: { password: TEST_PASSWORD } }));
    refused(await accept(inside, second), 403, "PAYMENTS_HELD");
    await age(owner, "sessions", 25);
    ok(await accept(inside, second));
  });

  it("pay nothing to someone who has the mailbox and resets the password, for as long as withdrawals are held", async () => {
    const owner = await rich();
    const baited = await bait(owner, 1);
    await reset(owner);
    const inside = await signIn(owner, THIEFS);
    const got = await loot(async () => {
      for (const refusal of [await accept(inside, baited), await asks(inside, 1), await stakes(inside, 1)]) {
        const { details } = refused(refusal, 403, "PAYMENTS_HELD");
        expect(details).toEqual({ cause: "password_reset", until: expect.any(String) });
      }
    });
    expect(got).toBe(0n);
  });

  it("pay nothing while staff has frozen the withdrawals, and the clock of an open bounty goes on", async () => {
    const owner = await rich();
    const baited = await bait(owner, 1);
    await sql`
      insert into security_holds (user_id, cause, until, since, reason, by_admin)
      values (${owner.id}, 'staff_freeze', now() + interval '7 days', now(), 'Looking into it', true)`.execute(
      t.database.ownerDb,
    );
    refused(await accept(owner, baited), 403, "PAYMENTS_HELD");
    refused(await asks(owner, 1), 403, "PAYMENTS_HELD");
    ok(await asks(owner, 0));
    const { post } = ok(await call(t, "GET", `/posts/${baited.postId}`));
    expect([post.bountyStatus, post.status]).toEqual(["ESCROWED", "OPEN"]);
  });

  it("pay nothing once the owner has frozen the account, even to someone who knows the password", async () => {
    const owner = await rich();
    const baited = await bait(owner, 1);
    const token = freezeLinkToken(t.services, owner.id, t.services.now());
    ok(await post("/auth/freeze-by-link", { token }));
    const body = { email: owner.email, password: TEST_PASSWORD };
    const got = await loot(async () => {
      refused(await post("/auth/login", body), 403, "ACCOUNT_FROZEN");
      refused(await accept(owner, baited), 401, "UNAUTHENTICATED");
    });
    expect(got).toBe(0n);
  });
});

describe("with an old session", () => {
  it.each([
    { way: "a bounty", kind: "bounty_posted", pay: (owner: TestMember, amount: number) => asks(owner, amount) },
    { way: "a stake", kind: "stake_added", pay: (owner: TestMember, amount: number) => stakes(owner, amount) },
  ])("$way needs a proof above the member's own amount, and the member is told of it", async ({ kind, pay }) => {
    const owner = await rich();
    ok(await call(t, "PUT", "/profile/spending", { as: owner, body: { confirmAbove: "4" } }));
    await ageProofs(t, owner);
    ok(await pay(owner, 4));
    refused(await pay(owner, 5), 403, "STEP_UP_REQUIRED");
    refused(
      await call(t, "PUT", "/profile/spending", { as: owner, body: { confirmAbove: null } }),
      403,
      "STEP_UP_REQUIRED",
    );
    ok(await call(t, "PUT", "/profile/spending", { as: owner, body: { confirmAbove: "3" } }));
    ok(await call(t, "POST", "/auth/step-up", { as: owner, body: { password: TEST_PASSWORD } }));
    ok(await pay(owner, 5));
    const { events } = ok(await call(t, "GET", "/auth/security-events", { as: owner }));
    expect(events.map((event: { kind: string }) => event.kind)).toEqual([kind]);
    expect((await dueSecurityMails(t)).filter(({ to }) => to === owner.email)).toHaveLength(1);
  });

  it("a raised amount needs a proof; the owner is told of it and of each large payment, and a recovery takes it back", async () => {
    const owner = await rich();
    ok(await call(t, "PUT", "/profile/spending", { as: owner, body: { confirmAbove: "1000" } }));
    await ageProofs(t, owner);
    ok(await asks(owner, 40));
    const { events } = ok(await call(t, "GET", "/auth/security-events", { as: owner }));
    expect(events.map((event: { kind: string }) => event.kind)).toEqual(["bounty_posted", "confirmation_raised"]);
    ok(await post("/auth/freeze-by-link", { token: freezeLinkToken(t.services, owner.id, t.services.now()) }));
    await reset(owner);
    const back = await signIn(owner, THIEFS);
    expect(ok(await call(t, "GET", "/profile/spending", { as: back })).confirmAbove).toBe("10");
  });

  it("bounties that came back count, because their fees don't come back", async () => {
    const owner = await rich();
    await ageProofs(t, owner);
    const { id } = ok(await asks(owner, 10)).post;
    ok(await call(t, "DELETE", `/posts/${id}`, { as: owner }));
    refused(await asks(owner, 10), 403, "STEP_UP_REQUIRED");
  });

  it("stakes come to 10 BBUX in a day, in one part or many", async () => {
    const owner = await rich();
    await ageProofs(t, owner);
    for (const amount of [6, 4]) ok(await stakes(owner, amount));
    refused(await stakes(owner, 1), 403, "STEP_UP_REQUIRED");
  });

  it("bounties are posted up to 10 BBUX in a day, in one part or many, and at the same time", async () => {
    const owner = await rich();
    await ageProofs(t, owner);
    expect(tally(await Promise.all([6, 6, 6].map((amount) => asks(owner, amount))))).toEqual({ 200: 1, 403: 2 });
    ok(await asks(owner, 4));
    refused(await asks(owner, 1), 403, "STEP_UP_REQUIRED");
  });
});

it("every call that takes from a balance asks whether value may leave", () => {
  const leaving = Object.entries(allProcedures()).flatMap(([name, { _def: definition }]) => {
    const { refuses = [] } = definition.meta as { refuses?: ErrorCode[] };
    return refuses.includes("INSUFFICIENT_BALANCE") ? [{ name, refuses }] : [];
  });
  expect(leaving.map(({ name }) => name).sort()).toEqual([
    "governance.act",
    "governance.stake",
    "governance.unstake",
    "posts.create",
    "wallet.action",
    "wallet.withdraw",
  ]);
  const unasked = leaving.filter(({ refuses }) => !refuses.includes("STEP_UP_REQUIRED")).map(({ name }) => name);
  // Unstaking leaves the BBUX in the account.
  expect(unasked).toEqual(["governance.unstake"]);
  const unheld = leaving
    .filter(({ refuses }) => !refuses.includes("PAYMENTS_HELD"))
    .map(({ name }) => name)
    .sort();
  // A withdrawal is accepted and held.
  expect(unheld).toEqual(["governance.unstake", "wallet.action", "wallet.withdraw"]);
});

it("an old session deletes no answer that could win a bounty", async () => {
  const [asker, author] = [await rich(), await rich()];
  const [postId, without] = [await ask(t, asker, { bountyAmount: 5 }), await ask(t, asker)];
  const [best, other] = [await answer(t, author, postId), await answer(t, author, without)];
  await ageProofs(t, author);
  const path = `/posts/${postId}/answers/${best}`;
  refused(await call(t, "DELETE", path, { as: author }), 403, "STEP_UP_REQUIRED");
  ok(await call(t, "DELETE", `/posts/${without}/answers/${other}`, { as: author }));
  ok(await call(t, "POST", "/auth/step-up", { as: author, body: { password: TEST_PASSWORD } }));
  ok(await call(t, "DELETE", path, { as: author }));
});

it("an answer without a bounty is accepted with an old session", async () => {
  const owner = await rich();
  const postId = await ask(t, owner);
  const answerId = await answer(t, thief, postId);
  await ageProofs(t, owner);
  ok(await call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: owner }));
});
