import { removeEndedHolds } from "@bbux/api";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { judge } from "./moderation.support.ts";
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

// Freezing a member's withdrawals by moderators and admins (docs/adr/0040). No other holds: SECURITY_HOLD_HOURS is 0 here.

const REASON = "Someone else seems to use this account";
let world: MoneyWorld;
let mona: TestMember;
let milo: TestMember;
let root: TestMember;
beforeAll(async () => {
  world = await startMoney();
  [mona, milo] = [await judge(world.t, "mona", "moderator"), await judge(world.t, "milo", "moderator")];
  root = await judge(world.t, "root_admin", "admin");
});
afterAll(() => world.stop());
afterEach(() => world.heal());

let members = 0;
const rich = () => world.rich(`watched${members++}`, 20n * SOL);
const freeze = (as: TestMember, { id }: TestMember, days?: number) =>
  call(world.t, "POST", `/moderation/users/${id}/freeze-withdrawals`, { as, body: { reason: REASON, days } });
const unfreeze = (as: TestMember, { id }: TestMember) =>
  call(world.t, "POST", `/moderation/users/${id}/unfreeze-withdrawals`, { as, body: { reason: "The owner wrote" } });
const freezeOf = async (as: TestMember) => ok(await call(world.t, "GET", "/auth/me", { as })).user.withdrawalFreeze;
const daysLeft = async (as: TestMember) => (Date.parse((await freezeOf(as)).until) - Date.now()) / 86_400_000;

/** Sends what is due. @returns the text of the mail to the member about this */
async function mailTo({ email }: TestMember, about: string): Promise<string | undefined> {
  const mails = await dueSecurityMails(world.t);
  return mails.find(({ to, subject }) => to === email && subject === about)?.text;
}

/** Moves a freeze into the past, as if days had gone by. */
async function pass(days: number, { id }: TestMember): Promise<void> {
  const shift = sql`make_interval(days => ${days})`;
  await sql`
    update security_holds set until = until - ${shift}, since = since - ${shift}
     where user_id = ${id} and cause = 'staff_freeze'`.execute(world.t.database.ownerDb);
}

it("holds withdrawals from before and after, tells the member why, and pays once when a moderator ends it", async () => {
  const member = await rich();
  const to = stranger();
  const first = await withdrawal(world.t, member, "1", to);
  ok(await freeze(mona, member));
  const second = await withdrawal(world.t, member, "1", to);
  await work(world);
  expect([(await stateOf(world.t, first)).state, (await stateOf(world.t, second)).state]).toEqual([
    "REQUESTED",
    "REQUESTED",
  ]);
  const { transaction } = ok(await call(world.t, "GET", `/wallet/transactions/${first}`, { as: member }));
  const { until } = await freezeOf(member);
  expect(transaction.withdrawal).toMatchObject({
    stage: "held",
    held: { reason: "HELD_SECURITY", cause: "staff_freeze", until },
  });
  const { events } = ok(await call(world.t, "GET", "/auth/security-events", { as: member }));
  expect(events).toContainEqual(
    expect.objectContaining({ kind: "withdrawals_frozen", message: expect.stringContaining(REASON) }),
  );
  const mail = await mailTo(member, "Your withdrawals were frozen on BBUX");
  expect(mail).toContain(REASON);
  expect(mail).toContain("https://bbux.example/wallet\n");
  expect(mail).not.toContain("If that was you");
  ok(await call(world.t, "POST", "/wallet/cancel-withdrawal", { as: member, body: { transactionId: second } }));
  ok(await unfreeze(milo, member));
  expect(await freezeOf(member)).toBeNull();
  await work(world);
  expect(await held(world, to)).toBe(970_000_000n);
  const audited = world.t.database.ownerDb.selectFrom("audit_log").select(["action", "actor_id", "reason"]);
  expect(await audited.where("subject_id", "=", member.id).orderBy("id").execute()).toEqual([
    { action: "WITHDRAWALS_FROZEN", actor_id: mona.id, reason: REASON },
    { action: "WITHDRAWALS_UNFROZEN", actor_id: milo.id, reason: "The owner wrote" },
  ]);
  await sound(world);
});

it("expires after the chosen days, and the withdrawal is paid", async () => {
  const member = await rich();
  const to = stranger();
  const id = await withdrawal(world.t, member, "1", to);
  ok(await freeze(mona, member, 3));
  await pass(2, member);
  await work(world);
  expect((await stateOf(world.t, id)).state).toBe("REQUESTED");
  await pass(1, member);
  await work(world);
  expect([(await stateOf(world.t, id)).state, await held(world, to)]).toEqual(["FINALIZED", 970_000_000n]);
});

it("limits all moderators together to 7 days, not again within 30 days after, and an admin to 90 days at a time", async () => {
  const member = await rich();
  refused(await freeze(mona, member, 8), 403, "FREEZE_LIMIT");
  ok(await freeze(mona, member, 4));
  await pass(1, member);
  ok(await freeze(milo, member, 6));
  refused(await freeze(milo, member, 7), 403, "FREEZE_LIMIT");
  expect(await daysLeft(member)).toBeCloseTo(6, 1);
  ok(await unfreeze(mona, member));
  refused(await freeze(mona, member, 7), 403, "FREEZE_LIMIT");
  await pass(29, member);
  await removeEndedHolds(world.t.database.db);
  refused(await freeze(mona, member, 1), 403, "FREEZE_LIMIT");
  await pass(1, member);
  ok(await freeze(mona, member, 7));
  refused(await freeze(mona, member, 8), 403, "FREEZE_LIMIT");
  ok(await freeze(root, member, 90));
  expect(await daysLeft(member)).toBeCloseTo(90, 1);
  refused(await freeze(root, member, 91), 422, "VALIDATION_ERROR");
});

it("isn't repeated by any moderator once it has ended or was ended, but by an admin", async () => {
  const [lifted, expired] = [await rich(), await rich()];
  ok(await freeze(mona, lifted, 1));
  ok(await unfreeze(milo, lifted));
  ok(await freeze(mona, expired, 1));
  await pass(2, expired);
  for (const member of [lifted, expired]) {
    for (const as of [mona, milo]) refused(await freeze(as, member, 1), 403, "FREEZE_LIMIT");
    expect(await freezeOf(member)).toBeNull();
    ok(await freeze(root, member, 1));
    expect(await daysLeft(member)).toBeCloseTo(1, 1);
  }
});

it("leaves what an admin decided to admins", async () => {
  const member = await rich();
  ok(await freeze(root, member, 2));
  refused(await freeze(mona, member, 1), 403, "FORBIDDEN");
  refused(await unfreeze(mona, member), 403, "FORBIDDEN");
  expect(await daysLeft(member)).toBeCloseTo(2, 1);
  ok(await unfreeze(root, member));
  expect(await freezeOf(member)).toBeNull();
});

it("refuses what members, moderators and admins may not decide, and a missing reason", async () => {
  const member = await rich();
  refused(await freeze(member, mona), 403, "FORBIDDEN");
  refused(await freeze(mona, mona), 403, "OWN_DECISION");
  refused(await freeze(root, root), 403, "OWN_DECISION");
  refused(await freeze(mona, milo), 403, "FORBIDDEN");
  refused(await freeze(mona, root), 403, "FORBIDDEN");
  ok(await freeze(root, milo));
  refused(await unfreeze(milo, milo), 403, "OWN_DECISION");
  const nobody = await call(world.t, "POST", "/moderation/users/nobody/freeze-withdrawals", {
    as: mona,
    body: { reason: REASON },
  });
  refused(nobody, 404, "NOT_FOUND");
  const silent = await call(world.t, "POST", `/moderation/users/${member.id}/freeze-withdrawals`, {
    as: mona,
    body: { reason: " " },
  });
  refused(silent, 422, "VALIDATION_ERROR");
  expect(await freezeOf(member)).toBeNull();
});

it("says the cause of the hold that ends last", async () => {
  const member = await rich();
  ok(await freeze(mona, member, 1));
  await sql`insert into security_holds values (${member.id}, 'frozen', 'infinity')`.execute(world.t.database.ownerDb);
  const id = await withdrawal(world.t, member, "1", stranger());
  const causeOf = async () =>
    ok(await call(world.t, "GET", `/wallet/transactions/${id}`, { as: member })).transaction.withdrawal.held.cause;
  expect(await causeOf()).toBe("frozen");
  await sql`delete from security_holds where user_id = ${member.id} and cause = 'frozen'`.execute(
    world.t.database.ownerDb,
  );
  expect(await causeOf()).toBe("staff_freeze");
});
