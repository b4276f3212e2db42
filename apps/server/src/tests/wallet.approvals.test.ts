import { approveWithdrawal, processPayments, reviewApprovals } from "@bbux/api";
import { cancelWithdrawal, grantRole, listUnapproved, stopWithdrawals } from "@bbux/api/operator";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestMember } from "../testing.ts";
import { call, ok, refused } from "./support.ts";
import { memosOf } from "./wallet.sales.support.ts";
import {
  alertKinds,
  balanceOf,
  drive,
  finalized,
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

// From APPROVAL_FROM on, a withdrawal is signed only after two admins have approved it (docs/adr/0025).

const env = { APPROVAL_FROM: "5", WITHDRAWAL_DAILY_LIMIT: "20" };
const APPROVED = { code: "LG004" };
let world: MoneyWorld;
let admins: readonly [TestMember, TestMember, TestMember];
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney({ env });
  admins = [await admin("ruth"), await admin("omar"), await admin("ines")];
});
afterAll(() => world.stop());
afterEach(() => world.heal());

async function role(member: TestMember, to: "admin" | "user"): Promise<void> {
  // As by an operator's command: one whom an admin has made counts later.
  await grantRole({ ...world.services, db: world.t.database.ownerDb }, { member: member.id, role: to, actor: null });
}
async function admin(name: string): Promise<TestMember> {
  const member = await world.rich(name, 20n * SOL);
  await role(member, "admin");
  return member;
}
const decide = (what: "approve" | "refuse", id: string, as: TestMember, body: object = {}) =>
  call(world.t, "POST", `/admin/waiting-withdrawals/${id}/${what}`, {
    as,
    body: { ...(what === "approve" && { password: as.password }), reason: "Called the member", ...body },
  });
const approve = (id: string, as: TestMember, body: object = {}) => decide("approve", id, as, body);
const refuse = (id: string, as: TestMember) => decide("refuse", id, as);
const waiting = async (as: TestMember = admins[0]) =>
  ok(await call(world.t, "GET", "/admin/waiting-withdrawals", { as })).withdrawals;
const audited = async (id: string): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', l.action, u.username, l.reason) as line from audit_log l left join users u on u.id = l.actor_id
     where l.target_kind = 'withdrawal' and l.target_id = ${id} order by l.id`.execute(world.t.database.ownerDb);
  return rows.map(({ line }) => line);
};
async function ask(amount = "6", from?: TestMember): Promise<{ anna: TestMember; to: string; id: string }> {
  const anna = from ?? (await world.rich(`member${unnamed++}`, 20n * SOL));
  const to = stranger();
  return { anna, to, id: await withdrawal(world.t, anna, amount, to) };
}
/** Lets three days pass for it on the database's clock, which no process decides. */
async function passDeadline(id: string): Promise<void> {
  await world.t.database.ownerDb.transaction().execute(async (trx) => {
    await sql`alter table withdrawals disable trigger withdrawals_need_kept`.execute(trx);
    await sql`update withdrawals set approval_until = approval_until - interval '72 hours' where id = ${id}`.execute(
      trx,
    );
    await sql`alter table withdrawals enable trigger withdrawals_need_kept`.execute(trx);
  });
}
const untouched = { state: "REQUESTED", attempts: [] };

describe("a large withdrawal", () => {
  it("isn't signed before two different admins have approved it, and is then paid once [M4.16]", async () => {
    const [ruth, omar] = admins;
    const { anna, to, id } = await ask();
    await work(world);
    expect([await stateOf(world.t, id), await alertKinds(world.t)]).toEqual([untouched, ["withdrawal_waiting"]]);
    expect(await waiting()).toEqual([
      {
        id,
        username: anna.username,
        amount: "6",
        netAmount: "5.82",
        dayAmount: "6",
        destination: to,
        paidBefore: 0,
        since: expect.any(String),
        until: expect.any(String),
        approvals: [],
        own: false,
        approved: false,
      },
    ]);
    const [{ since, until }] = await waiting();
    expect(Math.round((Date.parse(until) - Date.parse(since)) / 3_600_000)).toBe(72);
    expect(ok(await approve(id, ruth))).toEqual({ success: true, username: anna.username, missing: 1 });
    await work(world);
    expect(await stateOf(world.t, id)).toEqual(untouched);
    expect((await waiting())[0]).toMatchObject({
      approved: true,
      approvals: [{ username: "ruth", reason: "Called the member", counts: true }],
    });
    refused(await approve(id, ruth), 409, "CONFLICT");
    expect(ok(await approve(id, omar)).missing).toBe(0);
    // Until it is signed, it can still be refused.
    expect([(await waiting()).map((each: { id: string }) => each.id), await alertKinds(world.t)]).toEqual([[id], []]);
    await work(world);
    expect(await waiting()).toEqual([]);
    expect([(await stateOf(world.t, id)).state, await held(world, to)]).toEqual(["FINALIZED", 5_820_000_000n]);
    expect(await audited(id)).toEqual([
      "WITHDRAWAL_APPROVED ruth Called the member",
      "WITHDRAWAL_APPROVED omar Called the member",
    ]);
    refused(await approve(id, admins[2]), 409, "CONFLICT");
    refused(await refuse(id, admins[2]), 409, "CONFLICT");
    await sound(world);
  });

  it("can't be split: what a member withdraws within 24 hours is added up [M4.16]", async () => {
    const { anna, id: first } = await ask("3");
    const second = await withdrawal(world.t, anna, "1", stranger());
    const third = await withdrawal(world.t, anna, "1", stranger());
    await work(world);
    const states = await Promise.all([first, second, third].map((id) => stateOf(world.t, id)));
    expect(states.map(({ state }) => state)).toEqual(["FINALIZED", "FINALIZED", "REQUESTED"]);
    expect((await waiting())[0]).toMatchObject({ id: third, amount: "1", dayAmount: "5" });
    ok(await refuse(third, admins[0]));
    await sound(world);
  });

  it("is approved only with the admin's own password, and never by the member who withdraws it [M4.16]", async () => {
    const [ruth, omar, ines] = admins;
    const { id } = await ask("6", ruth);
    refused(await approve(id, ruth), 403, "OWN_DECISION");
    refused(await refuse(id, ruth), 403, "OWN_DECISION");
    expect((await waiting(ruth))[0]).toMatchObject({ own: true });
    refused(await approve(id, omar, { password: "not the password" }), 400, "WRONG_PASSWORD");
    const member = await world.t.member(`nobody${unnamed++}`);
    refused(await approve(id, member), 403, "FORBIDDEN");
    refused(await approve("999999999", omar), 404, "NOT_FOUND");
    ok(await approve(id, omar));
    await work(world);
    expect(await stateOf(world.t, id)).toEqual(untouched);
    ok(await approve(id, ines));
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    await sound(world);
  });

  it("waits again when an admin who approved it isn't one any more [M4.16]", async () => {
    const [ruth, omar] = admins;
    const { id } = await ask();
    await stopWithdrawals(world.services, "A drill");
    ok(await approve(id, ruth));
    ok(await approve(id, omar));
    await role(omar, "user");
    await sql`update chain_state set withdrawals_stopped_at = null`.execute(world.t.database.ownerDb);
    await work(world);
    expect([await stateOf(world.t, id), await alertKinds(world.t)]).toEqual([untouched, ["withdrawal_waiting"]]);
    expect((await waiting())[0].approvals.map(({ counts }: { counts: boolean }) => counts)).toEqual([true, false]);
    await role(omar, "admin");
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    expect(await alertKinds(world.t)).toEqual([]);
    await sound(world);
  });

  it("isn't approved by an admin whom another admin has made within 72 hours, who may be a thief's own account [M4.16]", async () => {
    const [ruth] = admins;
    const made = await world.rich("made", 20n * SOL);
    await grantRole(world.services, { member: made.id, role: "admin", actor: ruth.id });
    const { id } = await ask();
    ok(await approve(id, ruth));
    refused(await approve(id, made), 403, "FORBIDDEN");
    const since = (hours: number) =>
      sql`update users set admin_since = clock_timestamp() - ${hours} * interval '1 hour' where id = ${made.id}`;
    await since(71).execute(world.t.database.ownerDb);
    refused(await approve(id, made), 403, "FORBIDDEN");
    // The application can't say otherwise.
    await since(80).execute(world.t.database.db);
    refused(await approve(id, made), 403, "FORBIDDEN");
    await since(73).execute(world.t.database.ownerDb);
    ok(await approve(id, made));
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
  });

  it("that is approved hours after its request doesn't count as stuck [M4.16]", async () => {
    const [ruth, omar] = admins;
    const { id } = await ask();
    await sql`update withdrawals set created_at = created_at - interval '5 hours' where id = ${id}`.execute(
      world.t.database.ownerDb,
    );
    ok(await approve(id, ruth));
    ok(await approve(id, omar));
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    expect([(await stateOf(world.t, id)).state, await alertKinds(world.t)]).toEqual(["SENT", []]);
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
  });

  it("isn't stored by a worker that had signed it when an approval stopped counting [M4.16]", async () => {
    const [ruth, omar] = admins;
    const { id } = await ask();
    ok(await approve(id, ruth));
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const other = await createTestApp({
      database: world.t.database,
      chainUrl: world.chain.url,
      env,
      async failpoint(point) {
        if (point !== "withdrawal.signed") return;
        reached.resolve();
        await goOn.promise;
      },
    });
    ok(await approve(id, omar));
    const paused = processPayments(other.services);
    await reached.promise;
    await role(omar, "user");
    goOn.resolve();
    await paused;
    await other.close();
    expect(await stateOf(world.t, id)).toEqual(untouched);
    await role(omar, "admin");
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    await sound(world);
  });

  it("that an admin refuses is given back immediately, with the reason, even if it was approved [M4.16]", async () => {
    const [ruth, omar, ines] = admins;
    const { anna, to, id } = await ask();
    await stopWithdrawals(world.services, "A drill");
    ok(await approve(id, ruth));
    ok(await approve(id, omar));
    expect(ok(await refuse(id, ines))).toEqual({ success: true, username: anna.username, refunded: true });
    expect([await stateOf(world.t, id), await balanceOf(world.t, anna)]).toEqual([
      { state: "REFUNDED", attempts: [] },
      "20",
    ]);
    await sql`update chain_state set withdrawals_stopped_at = null`.execute(world.t.database.ownerDb);
    await work(world);
    expect([await held(world, to), await alertKinds(world.t)]).toEqual([0n, []]);
    expect((await audited(id)).at(-1)).toBe("WITHDRAWAL_REFUSED ines Called the member");
    await sound(world);
  });

  it("that is refused while the books may not be the newest is given back once they are [M4.17]", async () => {
    const { anna, id } = await ask();
    await sql`update chain_state set fence_open = false`.execute(world.t.database.ownerDb);
    expect(ok(await refuse(id, admins[0])).refunded).toBe(false);
    expect(await stateOf(world.t, id)).toEqual(untouched);
    await sql`update chain_state set fence_open = true`.execute(world.t.database.ownerDb);
    await work(world);
    expect([await stateOf(world.t, id), await balanceOf(world.t, anna)]).toEqual([
      { state: "REFUNDED", attempts: [] },
      "20",
    ]);
    await sound(world);
  });

  it("that isn't approved within 72 hours is given back by the job; approved, it is still paid after them [M4.16]", async () => {
    const [ruth, omar] = admins;
    const late = await ask();
    ok(await approve(late.id, ruth));
    const approved = await ask();
    await stopWithdrawals(world.services, "A drill");
    ok(await approve(approved.id, ruth));
    ok(await approve(approved.id, omar));
    world.t.travel(80 * 3_600_000);
    await drive(world);
    // A process's clock decides nothing.
    expect(await stateOf(world.t, late.id)).toEqual(untouched);
    await passDeadline(late.id);
    await passDeadline(approved.id);
    refused(await approve(late.id, omar), 409, "CONFLICT");
    await drive(world);
    expect([await stateOf(world.t, late.id), await balanceOf(world.t, late.anna)]).toEqual([
      { state: "REFUNDED", attempts: [] },
      "20",
    ]);
    await sql`update chain_state set withdrawals_stopped_at = null`.execute(world.t.database.ownerDb);
    await work(world);
    expect((await stateOf(world.t, approved.id)).state).toBe("FINALIZED");
    expect((await audited(late.id)).at(-1)).toBe("WITHDRAWAL_UNAPPROVED It wasn't approved in time");
    expect(await alertKinds(world.t)).toEqual([]);
    await sound(world);
  });

  it("ends one way when two admins approve it, one refuses it and the operator cancels it at once [M4.16]", async () => {
    const { anna, to, id } = await ask();
    await Promise.all([
      approve(id, admins[0]),
      approve(id, admins[1]),
      refuse(id, admins[2]),
      cancelWithdrawal(world.services, id, "A drill").catch(() => undefined),
      drive(world),
    ]);
    await work(world);
    const { state } = await stateOf(world.t, id);
    expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(
      state === "FINALIZED" ? ["14", 5_820_000_000n] : ["20", 0n],
    );
    expect(await alertKinds(world.t)).toEqual([]);
    await sound(world);
  });

  it("from before the threshold was lowered waits, too, and raising it again frees none [M4.16]", async () => {
    const { id } = await ask("2");
    const { money } = world.services;
    await reviewApprovals({ ...world.services, money: { ...money, approvalFrom: 2n * SOL } });
    await work(world);
    expect(await stateOf(world.t, id)).toEqual(untouched);
    expect(await listUnapproved(world.t.database.db)).toHaveLength(1);
    ok(await approve(id, admins[0]));
    ok(await approve(id, admins[1]));
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    await sound(world);
  });
});

describe("the database", () => {
  const app = () => world.t.database.db;
  const insert = (id: string, by: TestMember) =>
    sql`insert into withdrawal_approvals (withdrawal_id, admin_id, reason) values (${id}, ${by.id}, 'x')`.execute(
      app(),
    );

  it("stores nothing signed for a withdrawal that two admins haven't approved, whoever asks [M4.16]", async () => {
    const { id } = await ask();
    ok(await approve(id, admins[0]));
    const store = sql`
      insert into payment_attempts (withdrawal_id, signature, bytes, network_fee, lamports, last_valid_block_height, created_at, updated_at)
      values (${id}, ${`forged${id}`}, 'x', 5000, 1, 1, now(), now())`;
    await expect(store.execute(app())).rejects.toMatchObject(APPROVED);
    await expect(store.execute(world.t.database.ownerDb)).rejects.toMatchObject(APPROVED);
    await expect(sql`update withdrawals set state = 'SIGNED' where id = ${id}`.execute(app())).rejects.toMatchObject(
      APPROVED,
    );
    await expect(
      sql`update withdrawals set approval_until = null where id = ${id}`.execute(app()),
    ).rejects.toMatchObject(APPROVED);
    ok(await refuse(id, admins[1]));
  });

  it("keeps approvals as they are, and accepts them only from admins other than the member [M4.16]", async () => {
    const { anna, id } = await ask("6", admins[2]);
    const member = await world.t.member(`nobody${unnamed++}`);
    for (const by of [anna, member]) await expect(insert(id, by)).rejects.toMatchObject(APPROVED);
    await insert(id, admins[0]);
    await expect(insert(id, admins[0])).rejects.toMatchObject({ constraint: "withdrawal_approvals_once" });
    for (const change of [
      sql`update withdrawal_approvals set admin_id = ${admins[1].id} where withdrawal_id = ${id}`,
      sql`delete from withdrawal_approvals where withdrawal_id = ${id}`,
    ]) {
      await expect(change.execute(world.t.database.ownerDb)).rejects.toMatchObject(APPROVED);
    }
    ok(await refuse(id, admins[1]));
    await expect(insert(id, admins[1])).rejects.toMatchObject(APPROVED);
  });

  it("books a payment of which restored books have lost the approvals, and pays it no second time [M4.17]", async () => {
    const { anna, to, id } = await ask();
    const { wallet } = world;
    const address = wallet.nonceAddress(1);
    const { nonces } = await world.truth.nonces([address]);
    const { bytes, signature } = wallet.signPayment({
      to,
      lamports: 5_820_000_000n,
      nonce: { address, value: nonces[0]?.value ?? "" },
      reference: (await memosOf(world, id)).paid,
      priorityFee: 3n,
    });
    await world.truth.send(bytes);
    await finalized(world, signature);
    const other = await ask("1");
    await work(world);
    expect(await stateOf(world.t, id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(["14", 5_820_000_000n]);
    expect([(await stateOf(world.t, other.id)).state, await alertKinds(world.t)]).toEqual(["FINALIZED", []]);
    await sound(world);
  });
});

it("a stolen session can't try passwords on approvals: they count like sign-ins [M4.16]", async () => {
  const { id } = await ask();
  const consumed: string[] = [];
  const ctx = {
    ...world.services,
    viewer: { id: admins[0].id },
    consume: async (limit: string, key: string) => void consumed.push(`${limit} ${key}`),
  } as unknown as Parameters<typeof approveWithdrawal>[0];
  await expect(approveWithdrawal(ctx, { id, password: "guess", reason: "x" })).rejects.toMatchObject({
    code: "WRONG_PASSWORD",
  });
  expect(consumed).toEqual([`signIn account:${admins[0].id}`]);
  ok(await refuse(id, admins[1]));
});
