import { createPasswordReset, freezeLinkToken, processPayments } from "@bbux/api";
import { DAY_MS } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestMember } from "../testing.ts";
import { dueSecurityMails } from "./security-mails.support.ts";
import { call, ok, refused } from "./support.ts";
import {
  held,
  type MoneyWorld,
  SOL,
  sound,
  startMoney,
  stateOf,
  stranger,
  withdrawal,
  work,
} from "./wallet.support.ts";

// Freezing an account by the link in a mail or in the settings (docs/adr/0040).

const ENV = { SECURITY_HOLD_HOURS: "24" };
const NEXT_PASSWORD = "another good password";
let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney({ env: ENV });
});
afterAll(() => world.stop());
afterEach(() => world.heal());

let members = 0;
const rich = () => world.rich(`frozen${members++}`, 20n * SOL);

async function signIn(member: TestMember, password: string): Promise<TestMember> {
  const { token } = ok(await call(world.t, "POST", "/auth/login", { body: { email: member.email, password } }));
  return { ...member, password, headers: { authorization: `Bearer ${token}` } };
}

async function reset(member: TestMember): Promise<TestMember> {
  const { t } = world;
  const made = await createPasswordReset(t.database.db, member.email, t.services.now());
  ok(await call(t, "POST", "/auth/reset-password", { body: { token: made?.token, newPassword: NEXT_PASSWORD } }));
  return signIn(member, NEXT_PASSWORD);
}

const freezeBy = (token: string) => call(world.t, "POST", "/auth/freeze-by-link", { body: { token } });
const tokenOf = ({ id }: TestMember, days = 0) =>
  freezeLinkToken(world.t.services, id, new Date(world.t.services.now().getTime() + days * DAY_MS));
const isFrozen = async (as: TestMember) => ok(await call(world.t, "GET", "/auth/me", { as })).user.frozen;
const kindsOf = async (as: TestMember) =>
  (ok(await call(world.t, "GET", "/auth/security-events", { as })).events as { kind: string }[]).map(
    ({ kind }) => kind,
  );

/** The link to freeze the account in the latest mail to the member. */
async function mailedToken(member: TestMember): Promise<string> {
  const mails = await dueSecurityMails(world.t);
  const text = mails.findLast(({ to }) => to === member.email)?.text ?? "";
  return /https:\/\/bbux\.example\/freeze\?token=([\w-]+)\n/.exec(text)?.[1] ?? "";
}

/** Stops a worker at a point. @returns what lets it go on and waits for it */
async function workerAt(point: "withdrawal.signed" | "withdrawal.stored"): Promise<() => Promise<void>> {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const other = await createTestApp({
    database: world.t.database,
    chainUrl: world.chain.url,
    env: ENV,
    async failpoint(passed) {
      if (passed !== point) return;
      reached.resolve();
      await goOn.promise;
    },
  });
  const paused = processPayments(other.services);
  await reached.promise;
  return async () => {
    goOn.resolve();
    await paused;
    await other.close();
  };
}

async function passDay({ id }: TestMember): Promise<void> {
  await sql`update security_holds set until = clock_timestamp() where user_id = ${id}`.execute(
    world.t.database.ownerDb,
  );
}

/** Asks for a withdrawal to an address that the member has used for long, so that a freeze doesn't cancel it. */
async function withdrawalAsEver(member: TestMember, to: string): Promise<string> {
  const id = await withdrawal(world.t, member, "1", to);
  await sql`update withdrawals set created_at = created_at - interval '31 days' where id = ${id}`.execute(
    world.t.database.ownerDb,
  );
  return id;
}

it("freezes by the link in a mail without a session, holds withdrawals, and ends with a reset password", async () => {
  const member = await rich();
  const to = stranger();
  const [id, second] = [await withdrawalAsEver(member, to), await withdrawalAsEver(member, to)];
  const token = await mailedToken(member);
  ok(await freezeBy(token));
  refused(await call(world.t, "GET", "/wallet", { as: member }), 401, "UNAUTHENTICATED");
  refused(
    await call(world.t, "POST", "/auth/login", { body: { email: member.email, password: TEST_PASSWORD } }),
    403,
    "ACCOUNT_FROZEN",
  );
  await work(world);
  expect([(await stateOf(world.t, id)).state, await held(world, to)]).toEqual(["REQUESTED", 0n]);
  const owner = await reset(member);
  expect(await isFrozen(owner)).toBe(false);
  expect(await kindsOf(owner)).toEqual(
    expect.arrayContaining(["account_frozen", "account_unfrozen", "password_reset"]),
  );
  await work(world);
  expect([(await stateOf(world.t, id)).state, await held(world, to)]).toEqual(["REQUESTED", 0n]);
  ok(await call(world.t, "POST", "/wallet/cancel-withdrawal", { as: owner, body: { transactionId: second } }));
  await passDay(owner);
  await work(world);
  expect([(await stateOf(world.t, id)).state, await held(world, to)]).toEqual(["FINALIZED", 970_000_000n]);
  await sound(world);
});

it("throws away what a worker had signed when the link in the mail froze the account, and pays once after that", async () => {
  const member = await rich();
  const to = stranger();
  const id = await withdrawalAsEver(member, to);
  const goOn = await workerAt("withdrawal.signed");
  ok(await freezeBy(await mailedToken(member)));
  await goOn();
  await work(world);
  expect([(await stateOf(world.t, id)).state, await held(world, to)]).toEqual(["REQUESTED", 0n]);
  await passDay(await reset(member));
  await work(world);
  expect([(await stateOf(world.t, id)).state, await held(world, to)]).toEqual(["FINALIZED", 970_000_000n]);
  await sound(world);
});

it("pays what was signed and stored before the account was frozen", async () => {
  const member = await rich();
  const to = stranger();
  const id = await withdrawal(world.t, member, "1", to);
  const goOn = await workerAt("withdrawal.stored");
  ok(await call(world.t, "POST", "/auth/freeze", { as: member }));
  await goOn();
  await work(world);
  expect([(await stateOf(world.t, id)).state, await held(world, to)]).toEqual(["FINALIZED", 970_000_000n]);
  await sound(world);
});

it("freezes once, however often it is asked at once, and records and audits it once", async () => {
  const member = await rich();
  const token = tokenOf(member);
  for (const response of await Promise.all([freezeBy(token), freezeBy(token), freezeBy(token)])) ok(response);
  const audited = world.t.database.ownerDb.selectFrom("audit_log").select("action").where("subject_id", "=", member.id);
  expect(await audited.execute()).toEqual([{ action: "ACCOUNT_FROZEN" }]);
  const kinds = await kindsOf(await reset(member));
  expect(kinds.filter((kind) => kind === "account_frozen")).toHaveLength(1);
});

it("refuses a link that was changed or is 30 days old, and does nothing for a GET", async () => {
  const member = await rich();
  const token = tokenOf(member);
  refused(await freezeBy(`${token.slice(0, -4)}AAAA`), 400, "FREEZE_LINK_INVALID");
  refused(await freezeBy(tokenOf(member, -30)), 400, "FREEZE_LINK_INVALID");
  expect((await call(world.t, "GET", `/auth/freeze-by-link?token=${token}`)).statusCode).toBeGreaterThanOrEqual(400);
  expect(await isFrozen(member)).toBe(false);
  ok(await freezeBy(tokenOf(member, -29)));
});
