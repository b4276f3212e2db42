import { createPasswordReset, noteTraces, scanHotWallet } from "@bbux/api";
import { listSuspense } from "@bbux/api/operator";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestMember } from "../../testing.ts";
import { enroll } from "../second-factor.support.ts";
import { call, ok, refused } from "../support.ts";
import { approve, ask, refuse, role, waiting } from "../wallet.approvals.support.ts";
import { balanceOf, type MoneyWorld, payIn, SOL, startMoney, stateOf, work } from "../wallet.support.ts";

// Approvals in the session of a thief, and by one person with many accounts (docs/adr/0025).

let world: MoneyWorld;
let admins: [TestMember, TestMember, TestMember];
let named = 0;
beforeAll(async () => {
  world = await startMoney({
    env: { APPROVAL_FROM: "5", WITHDRAWAL_DAILY_LIMIT: "20", SECURITY_HOLD_HOURS: "24", ESTABLISHED_POINTS: "50" },
  });
});
afterAll(() => world.stop());
const fresh = () => world.t.member(`named${named++}`);
beforeEach(async () => {
  admins = [await fresh(), await fresh(), await fresh()];
  for (const admin of admins) await role(world, admin, "admin");
});

const SECOND = "another good password";
/** Sets a new password by mail, and signs in with it. */
async function reset(member: TestMember): Promise<TestMember> {
  const made = await createPasswordReset(world.t.database.db, member.email, world.services.now());
  const body = { token: made?.token, newPassword: SECOND };
  ok(await call(world.t, "POST", "/auth/reset-password", { body }));
  const { token } = ok(await call(world.t, "POST", "/auth/login", { body: { email: member.email, password: SECOND } }));
  return { ...member, password: SECOND, headers: { authorization: `Bearer ${token}` } };
}
const freeze = async (as: TestMember) => ok(await call(world.t, "POST", "/auth/freeze", { as }));
/** Lets the holds of a member end. */
const endHolds = ({ id }: TestMember) =>
  sql`delete from security_holds where user_id = ${id}`.execute(world.t.database.ownerDb);
/** Members who use one browser. */
async function share(...members: TestMember[]): Promise<void> {
  const trace = { kind: "device", value: `browser${members[0]?.id}`.padEnd(22, "x") } as const;
  for (const { id } of members) await noteTraces(world.t.database.db, id, [trace], world.services.now());
}
/** A withdrawal that waits, as an admin reads it. */
const seen = async (as: TestMember, id: string) =>
  (await waiting(world, as)).find((one: { id: string }) => one.id === id);
const arrives = async (lamports: bigint) => {
  const signature = await payIn(world, world.services.platformWallet.address, lamports);
  await scanHotWallet(world.services);
  const { items } = await listSuspense(world.t.database.db);
  return items.find((item) => item.signature === signature)?.id ?? "none";
};
const give = (as: TestMember, id: string, { username }: TestMember) =>
  call(world.t, "POST", `/admin/suspense/${id}/resolve`, { as, body: { username, reason: "It is theirs" } });
const item = async (as: TestMember, id: string) =>
  ok(await call(world.t, "GET", "/admin/suspense", { as })).items.find((one: { id: string }) => one.id === id);
/** Lets hours pass for all approvals of credits. */
const pass = (hours: number) =>
  world.t.database.ownerDb.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update credit_approvals set created_at = created_at - make_interval(hours => ${hours})`.execute(trx);
  });

describe("an approval in a stolen session", () => {
  it("of a withdrawal stops counting when the owner freezes the account, until it is given again after the recovery", async () => {
    const [ruth, omar] = admins;
    const { id } = await ask(world);
    ok(await approve(world, id, ruth));
    await freeze(ruth);
    expect((await seen(omar, id)).approvals).toMatchObject([{ username: ruth.username, counts: false }]);
    expect(ok(await approve(world, id, omar)).missing).toBe(1);
    const back = await reset(ruth);
    refused(await approve(world, id, back), 403, "FORBIDDEN");
    await endHolds(back);
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("REQUESTED");
    expect(await seen(back, id)).toMatchObject({ approved: false, approvals: [{ counts: false }, { counts: true }] });
    expect(ok(await approve(world, id, back)).missing).toBe(0);
    expect((await seen(back, id)).approvals).toMatchObject([{ counts: true }, { counts: true }]);
    refused(await approve(world, id, back), 409, "CONFLICT");
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
  });

  it("of a credit stops counting when the owner freezes the account, until it is given again after the recovery", async () => {
    const [ruth, omar] = admins;
    const [mule, id] = [await fresh(), await arrives(6n * SOL)];
    ok(await give(ruth, id, mule));
    await freeze(ruth);
    expect(await item(omar, id)).toMatchObject({ missing: 2, approvals: [{ counts: false }] });
    const back = await reset(ruth);
    await endHolds(back);
    const owner = await fresh();
    expect(ok(await give(omar, id, owner)).missing).toBe(1);
    expect(ok(await give(back, id, owner)).missing).toBe(0);
    expect([await balanceOf(world.t, mule), await balanceOf(world.t, owner)]).toEqual(["0", "6"]);
  });

  it.each([
    ["a new password by mail", reset],
    [
      "a first second factor",
      async (admin: TestMember) => {
        await enroll(world.t, admin);
        return admin;
      },
    ],
  ])("isn't taken while %s holds the admin's withdrawals, not even of little", async (_, take) => {
    const [ruth, omar] = admins;
    const [{ id }, mule] = [await ask(world), await fresh()];
    const thief = await take(ruth);
    refused(await approve(world, id, thief), 403, "FORBIDDEN");
    refused(await give(thief, await arrives(SOL), mule), 403, "FORBIDDEN");
    // Nothing is spent by refusing it.
    ok(await refuse(world, id, thief));
    expect(await balanceOf(world.t, mule)).toBe("0");
    expect(await seen(omar, id)).toBeUndefined();
  });
});

describe("one person with two accounts", () => {
  it("who shares a browser with the member decides nothing about a withdrawal, and as two admins approves it once", async () => {
    const [ruth, omar, ines] = admins;
    const { anna, id } = await ask(world);
    await share(anna, ruth);
    await share(omar, ines);
    refused(await approve(world, id, ruth), 403, "OWN_DECISION");
    expect(await seen(ruth, id)).toMatchObject({ own: true });
    ok(await approve(world, id, omar));
    refused(await approve(world, id, ines), 409, "CONFLICT");
    expect(await seen(ines, id)).toMatchObject({ own: false, approved: true });
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("REQUESTED");
  });

  it("is found out later, and then has approved a withdrawal once", async () => {
    const [ruth, omar, ines] = admins;
    const { id } = await ask(world);
    ok(await approve(world, id, omar));
    ok(await approve(world, id, ines));
    await share(omar, ines);
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("REQUESTED");
    expect((await seen(ruth, id)).approvals).toMatchObject([{ counts: true }, { counts: false }]);
    expect(ok(await approve(world, id, ruth)).missing).toBe(0);
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
  });

  it("gives unclaimed SOL neither alone to the other one nor as two admins to a third", async () => {
    const [ruth, omar, ines] = admins;
    const [own, other, id] = [await fresh(), await fresh(), await arrives(6n * SOL)];
    await share(own, omar, ines);
    refused(await give(omar, await arrives(SOL), own), 403, "OWN_DECISION");
    refused(await give(omar, id, own), 403, "OWN_DECISION");
    ok(await give(omar, id, other));
    refused(await give(ines, id, other), 409, "CONFLICT");
    expect(await item(ines, id)).toMatchObject({ missing: 1, approved: true });
    expect(ok(await give(ruth, id, other)).missing).toBe(0);
    expect([await balanceOf(world.t, own), await balanceOf(world.t, other)]).toEqual(["0", "6"]);
  });
});

it("An approval of a credit lapses after 72 hours, and can be given again", async () => {
  const [ruth, omar] = admins;
  const [member, id] = [await fresh(), await arrives(6n * SOL)];
  ok(await give(ruth, id, member));
  await pass(71);
  expect(await item(omar, id)).toMatchObject({ missing: 1 });
  await pass(2);
  expect(await item(omar, id)).toMatchObject({ missing: 2, approvals: [{ counts: false }] });
  expect(ok(await give(omar, id, member)).missing).toBe(1);
  expect(ok(await give(ruth, id, member)).missing).toBe(0);
  expect(await balanceOf(world.t, member)).toBe("6");
});
