import { scanHotWallet } from "@bbux/api";
import { approveWaiting, assignSuspense, grantRole, listSuspense, listWaiting, recordFloat } from "@bbux/api/operator";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../../testing.ts";
import { call, ok, refused, tally } from "../support.ts";
import { role } from "../wallet.approvals.support.ts";
import { alertKinds, balanceOf, type MoneyWorld, payIn, SOL, sound, startMoney } from "../wallet.support.ts";
import { watch } from "../wallet.witness.support.ts";

// One admin alone can give away less than APPROVAL_FROM a day, even with an accomplice (docs/adr/0025).

let world: MoneyWorld;
let admins: readonly [TestMember, TestMember, TestMember];
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney({ cluster: true, env: { APPROVAL_FROM: "5", SINGLE_NODE_LIMIT: "3" } });
  const admin = async (name: string) => {
    const member = await world.t.member(name);
    await role(world, member, "admin");
    return member;
  };
  admins = [await admin("ruth"), await admin("omar"), await admin("ines")];
});
afterAll(() => world.stop());
afterEach(async () => {
  await world.heal();
  // A day passes, so that what one test gives away alone doesn't count in the next.
  await world.t.database.ownerDb.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update credit_approvals set created_at = created_at - interval '1 day'`.execute(trx);
  });
});

const fresh = () => world.t.member(`given${unnamed++}`);
/** Sends SOL to the hot wallet from an unknown address. @returns the id of its item */
const arrives = async (lamports: bigint) => {
  const signature = await payIn(world, world.services.platformWallet.address, lamports);
  await scanHotWallet(world.services);
  const { items } = await listSuspense(world.t.database.db);
  return items.find((item) => item.signature === signature)?.id ?? "none";
};
/** A deposit that waits for admins. @returns its id */
const deposited = async (of: TestMember, lamports: bigint) => {
  const signature = await payIn(world, world.wallet.addressOf(of.id), lamports);
  await watch(world.services);
  return (await listWaiting(world.t.database.db)).find((each) => each.signature === signature)?.id ?? "none";
};
const give = (as: TestMember, id: string, username: string | null, reason = "It is theirs") =>
  call(world.t, "POST", `/admin/suspense/${id}/resolve`, { as, body: { username, reason } });
const approve = (as: TestMember, id: string) =>
  call(world.t, "POST", `/admin/waiting-deposits/${id}/approve`, { as, body: { reason: "Seen elsewhere" } });
const itemOf = async (as: TestMember, id: string) =>
  ok(await call(world.t, "GET", "/admin/suspense", { as })).items.find((item: { id: string }) => item.id === id);
const waitingOf = async (as: TestMember, id: string) =>
  ok(await call(world.t, "GET", "/admin/waiting-deposits", { as })).deposits.find(
    (one: { id: string }) => one.id === id,
  );
/** The audit log's entries about a credit, one line each. */
const audited = async (kind: string, id: string) => {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', l.action, u.username, s.username, l.details->>'amount') as line
      from audit_log l left join users u on u.id = l.actor_id left join users s on s.id = l.subject_id
     where l.target_kind = ${kind} and l.target_id = ${id} order by l.id`.execute(world.t.database.ownerDb);
  return rows.map(({ line }) => line);
};

describe("unclaimed SOL", () => {
  it("of less than APPROVAL_FROM is given by one admin; from exactly that on, by two who name the same member", async () => {
    const [ruth, omar] = admins;
    const [anna, small, large] = [await fresh(), await arrives(5n * SOL - 1n), await arrives(5n * SOL)];
    expect(await itemOf(ruth, small)).toMatchObject({ takesTwo: false, missing: 1, approvals: [], approved: false });
    expect(await itemOf(ruth, large)).toMatchObject({ takesTwo: true, missing: 2, approvals: [], approved: false });
    expect(ok(await give(ruth, large, anna.username))).toEqual({
      ...{ success: true, amount: "5", missing: 1, resolution: null },
    });
    expect(await balanceOf(world.t, anna)).toBe("0");
    const approval = { username: "ruth", member: anna.username, reason: "It is theirs", counts: true };
    const state = { takesTwo: true, missing: 1, approvals: [{ ...approval, at: expect.any(String) }] };
    expect(await itemOf(ruth, large)).toMatchObject({ ...state, status: "open", approved: true });
    expect(await itemOf(omar, large)).toMatchObject({ ...state, status: "open", approved: false });
    refused(await give(ruth, large, anna.username.toUpperCase()), 409, "CONFLICT");
    expect(ok(await give(omar, large, anna.username))).toMatchObject({
      ...{ missing: 0, resolution: `Recorded as member ${anna.username} (${anna.id})` },
    });
    expect(await itemOf(omar, large)).toMatchObject({ status: "resolved", takesTwo: false, missing: 0, approvals: [] });
    expect(await audited("suspense", large)).toEqual([
      `CREDIT_APPROVED ruth ${anna.username} ${5n * SOL}`,
      `CREDIT_APPROVED omar ${anna.username} ${5n * SOL}`,
      `SUSPENSE_RESOLVED omar ${anna.username} ${5n * SOL}`,
    ]);
    expect(ok(await give(ruth, small, anna.username)).missing).toBe(0);
    expect(await audited("suspense", small)).toEqual([`SUSPENSE_RESOLVED ruth ${anna.username} ${5n * SOL - 1n}`]);
    expect(await balanceOf(world.t, anna)).toBe("9.999999999");
    expect(await alertKinds(world.t)).toEqual([]);
    await sound(world);
  });

  it("isn't split into small ones: what admins give alone within 24 hours is added up, even at the same time", async () => {
    const [ruth, omar, ines] = admins;
    const [eve, mule] = [await fresh(), await fresh()];
    const [first, second] = [await arrives(3n * SOL), await arrives(3n * SOL)];
    const given = await Promise.all([give(ruth, first, eve.username), give(omar, second, mule.username)]);
    expect(given.map((response) => ok(response).missing).sort()).toEqual([0, 1]);
    const open = ok(given[0]).missing === 1 ? first : second;
    expect(await itemOf(ines, open)).toMatchObject({ takesTwo: true, missing: 1 });
    ok(await give(ines, open, open === first ? eve.username : mule.username));
    expect([await balanceOf(world.t, eve), await balanceOf(world.t, mule)]).toEqual(["3", "3"]);
    await sound(world);
  });

  it("doesn't go to whom only one admin names, nor to one of the two; another name of theirs replaces the first", async () => {
    const [ruth, omar, ines] = admins;
    const [anna, eve, id] = [await fresh(), await fresh(), await arrives(6n * SOL)];
    refused(await give(ruth, id, ruth.username), 403, "OWN_DECISION");
    ok(await give(ruth, id, eve.username));
    const { error } = refused(await give(omar, id, anna.username), 409, "CONFLICT");
    expect(error).toBe(`ruth has approved it for ${eve.username}. You both need to name the same member.`);
    refused(await give(omar, id, null), 409, "CONFLICT");
    // An admin who is the one credited counts for nothing, also as the second.
    ok(await give(ruth, id, omar.username));
    refused(await give(omar, id, omar.username), 403, "OWN_DECISION");
    ok(await give(ruth, id, anna.username));
    expect((await itemOf(omar, id)).approvals).toEqual([
      expect.objectContaining({ username: "ruth", member: anna.username }),
    ]);
    refused(await give(ines, id, eve.username), 409, "CONFLICT");
    ok(await give(omar, id, anna.username));
    expect([await balanceOf(world.t, anna), await balanceOf(world.t, eve)]).toEqual(["6", "0"]);
    await sound(world);
  });

  it("becomes the operator's float by two admins; by a command alone, which gives no member as much", async () => {
    const [ruth, omar] = admins;
    const [anna, float, own] = [await fresh(), await arrives(7n * SOL), await arrives(8n * SOL)];
    expect(ok(await give(ruth, float, null)).missing).toBe(1);
    expect((await itemOf(omar, float)).approvals[0]).toMatchObject({ username: "ruth", member: null });
    expect(ok(await give(omar, float, null)).resolution).toBe("Recorded as the operator's float");
    await expect(assignSuspense(world.services, own, anna.username)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await recordFloat(world.services, own)).toMatchObject({ missing: 0 });
    await sound(world);
  });

  it("is given once when all admins approve it at the same time", async () => {
    const [anna, id] = [await fresh(), await arrives(5n * SOL)];
    const all = await Promise.all([...admins, ...admins].map((admin) => give(admin, id, anna.username)));
    // The first one approves, the second gives it, and the others come too late.
    expect(tally(all)).toEqual({ 200: 2, 409: 4 });
    expect(await balanceOf(world.t, anna)).toBe("5");
    await sound(world);
  });

  it("waits for another admin when one who approved it isn't one any more, or has been one for less than 72 hours", async () => {
    const [ruth, omar, ines] = admins;
    const [anna, id, made] = [await fresh(), await arrives(5n * SOL), await fresh()];
    await grantRole(world.services, { member: made.id, role: "admin", actor: ruth.id });
    refused(await give(made, id, anna.username), 403, "FORBIDDEN");
    ok(await give(ruth, id, anna.username));
    await role(world, ruth, "user");
    expect(await itemOf(omar, id)).toMatchObject({ missing: 2, approvals: [{ username: "ruth", counts: false }] });
    expect(ok(await give(omar, id, anna.username)).missing).toBe(1);
    ok(await give(ines, id, anna.username));
    await role(world, ruth, "admin");
    expect(await balanceOf(world.t, anna)).toBe("5");
    await sound(world);
  });
});

describe("a deposit that only one node shows", () => {
  it("of less than APPROVAL_FROM is credited by one admin; from exactly that on, by two, and never by its member", async () => {
    const [ruth, omar, ines] = admins;
    const anna = await fresh();
    const [small, large, own] = [
      await deposited(anna, 5n * SOL - 1n),
      await deposited(anna, 5n * SOL),
      await deposited(ruth, 6n * SOL),
    ];
    expect(await waitingOf(ruth, small)).toMatchObject({ takesTwo: false, missing: 1 });
    expect(ok(await approve(ruth, large))).toEqual({ success: true, username: anna.username, amount: "5", missing: 1 });
    refused(await approve(ruth, large), 409, "CONFLICT");
    expect(await balanceOf(world.t, anna)).toBe("0");
    expect(await alertKinds(world.t)).toContain("deposit_waiting");
    expect(await waitingOf(omar, large)).toMatchObject({
      ...{ takesTwo: true, missing: 1, approved: false },
      approvals: [{ username: "ruth", member: anna.username, reason: "Seen elsewhere", counts: true }],
    });
    // The member sees that it waits, and not who decides.
    const [seen] = ok(await call(world.t, "GET", "/wallet", { as: anna })).waiting;
    expect(Object.keys(seen).sort()).toEqual(["amount", "id", "reason", "signature", "since"]);
    expect(ok(await approve(omar, large)).missing).toBe(0);
    expect(ok(await approve(ines, small)).missing).toBe(0);
    expect(await balanceOf(world.t, anna)).toBe("9.999999999");
    expect(await audited("deposit", large)).toEqual([
      `CREDIT_APPROVED ruth ${anna.username} ${5n * SOL}`,
      `CREDIT_APPROVED omar ${anna.username} ${5n * SOL}`,
      `DEPOSIT_APPROVED omar ${anna.username} ${5n * SOL}`,
    ]);
    refused(await approve(ruth, own), 403, "OWN_DECISION");
    ok(await approve(omar, own));
    refused(await approve(ruth, own), 403, "OWN_DECISION");
    await expect(approveWaiting(world.services, own)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(ok(await approve(ines, own)).missing).toBe(0);
    expect(await alertKinds(world.t)).toEqual([]);
    await sound(world);
  });

  it("is credited once when admins approve it at the same time; an approval of another amount doesn't count", async () => {
    const [ruth, omar] = admins;
    const [anna, bert] = [await fresh(), await fresh()];
    const [id, changed] = [await deposited(anna, 6n * SOL), await deposited(bert, 7n * SOL)];
    const all = await Promise.all([ruth, ruth, omar, omar].map((admin) => approve(admin, id)));
    expect(tally(all)).toEqual({ 200: 2, 409: 2 });
    expect(await balanceOf(world.t, anna)).toBe("6");
    ok(await approve(ruth, changed));
    const set = (amount: bigint) =>
      sql`update waiting_deposits set amount = ${String(amount)} where id = ${changed}`.execute(
        world.t.database.ownerDb,
      );
    await set(8n * SOL);
    expect(await waitingOf(omar, changed)).toMatchObject({ missing: 2, approvals: [{ counts: false }] });
    await set(7n * SOL);
    expect(ok(await approve(omar, changed)).missing).toBe(0);
    await sound(world);
  });
});

describe("the database", () => {
  it("keeps approvals as they are, and accepts them only from admins, for what is open, as it is, and not for themselves", async () => {
    const [ruth, omar] = admins;
    const [anna, id] = [await fresh(), await arrives(5n * SOL)];
    const insert = (by: TestMember, to: TestMember, amount = 5n * SOL) =>
      sql`insert into credit_approvals (suspense_id, admin_id, member_id, amount, alone, reason)
          values (${id}, ${by.id}, ${to.id}, ${String(amount)}, false, 'x')`.execute(world.t.database.db);
    const REFUSED = { code: "LG004" };
    await expect(insert(anna, ruth)).rejects.toMatchObject(REFUSED);
    await expect(insert(ruth, ruth)).rejects.toMatchObject(REFUSED);
    await expect(insert(ruth, anna, 4n * SOL)).rejects.toMatchObject(REFUSED);
    await insert(ruth, anna);
    for (const change of [
      sql`update credit_approvals set admin_id = ${omar.id} where suspense_id = ${id}`,
      sql`delete from credit_approvals where suspense_id = ${id}`,
    ])
      await expect(change.execute(world.t.database.ownerDb)).rejects.toMatchObject(REFUSED);
    ok(await give(omar, id, anna.username));
    await expect(insert(ruth, anna)).rejects.toMatchObject(REFUSED);
  });
});
