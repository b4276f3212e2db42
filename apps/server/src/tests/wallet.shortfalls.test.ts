import { planSweeps, processPayments, scanHotWallet } from "@bbux/api";
import { measureReserves } from "@bbux/api/operator";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";
import {
  alertKinds,
  depositKey,
  finalized,
  type MoneyWorld,
  payIn,
  SOL,
  sign,
  startMoney,
  stateOf,
  stranger,
  transfer,
  watchAll,
  withdrawal,
  work,
} from "./wallet.support.ts";

// Missing SOL is never hidden, and the platform keeps working as far as it can.

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney({ env: { WITHDRAWAL_SECOND_LOOK_SECONDS: "0" } });
});
afterAll(() => world.stop());
afterEach(() => world.heal());

describe("a report on reserves", () => {
  it("doesn't offset one address's shortfall with what has just arrived at another", async () => {
    const { t, services, truth } = world;
    const before = await measureReserves(services);
    const [robbed, paid] = [await t.member("robbed"), await t.member("paid")];
    const addressOf = async (as: TestMember) => ok(await call(t, "GET", "/wallet", { as })).platformAddress;
    await payIn(world, await addressOf(robbed), SOL);
    await watchAll(world);
    const thief = await sign(world, [depositKey(robbed)], [transfer(depositKey(robbed), stranger(), SOL - 5_000n)]);
    await truth.send(thief.bytes);
    await finalized(world, thief.signature);
    await payIn(world, await addressOf(paid), 3n * SOL);
    world.instead({ signaturesOf: async () => [] });
    await watchAll(world);
    const report = await measureReserves(services);
    expect(Number(report.unexplained) - Number(before.unexplained)).toBeCloseTo(-1, 9);
    expect(report.inFlight.arriving).toBe("3");
    expect(report.status).toBe("mismatch");
  });
});

describe("a hot wallet below its floor", () => {
  it("still sweeps, because deposits refill it, and then pays withdrawals", { tags: "proof" }, async () => {
    const poor = await startMoney({ env: { HOT_WALLET_FLOOR: "11" } });
    try {
      const member = await poor.t.member("filler");
      const { platformAddress } = ok(await call(poor.t, "GET", "/wallet", { as: member }));
      await payIn(poor, platformAddress, 5n * SOL);
      await watchAll(poor);
      const id = await withdrawal(poor.t, member, "1", stranger());
      await processPayments(poor.services);
      expect((await stateOf(poor.t, id)).state).toBe("REQUESTED");
      expect(await planSweeps(poor.services)).toBe(1);
      await work(poor);
      expect((await stateOf(poor.t, id)).state).toBe("FINALIZED");
    } finally {
      await poor.stop();
    }
  });
});

describe("a reserves report on tampered books", () => {
  it("counts what each kind of account is owed, and doesn't match", async () => {
    const { t, services } = world;
    const member = await t.member("forger", { balance: 1n });
    const before = await measureReserves(services);
    await t.database.ownerDb.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update ledger_accounts set balance = balance + ${SOL.toString()}::bigint
                 where kind = 'member' and owner = ${member.id}`.execute(trx);
      await sql`insert into ledger_totals (kind, total) values ('member', ${SOL.toString()}::bigint)
                on conflict (kind) do update set total = ledger_totals.total + excluded.total`.execute(trx);
    });
    const after = await measureReserves(services);
    expect(Number(after.liabilities.total) - Number(before.liabilities.total)).toBeCloseTo(1, 9);
    expect(Number(after.unexplained) - Number(before.unexplained)).toBeCloseTo(-1, 9);
  });
});

describe("a payment that lands after it was given up", () => {
  it("stops payments and alerts operators, whatever the node said about it before [M4.17]", async () => {
    const { t } = world;
    const member = await world.rich("twice", 5n * SOL);
    const id = await withdrawal(t, member, "1", stranger());
    await processPayments(world.services);
    // Another worker was lied to and has given it up.
    await sql`update payment_attempts set state = 'EXPIRED' where withdrawal_id = ${id}`.execute(t.database.ownerDb);
    await expect.poll(() => stopped()).toBe(true);
    expect(await alertKinds(t)).toContain("unexplained_outflow");
    await t.database.ownerDb.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update payment_attempts set state = 'SENT' where withdrawal_id = ${id}`.execute(trx);
    });
    await sql`update chain_state set withdrawals_stopped_at = null`.execute(t.database.ownerDb);
    await work(world);
    expect(await stateOf(t, id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
  });
});

async function stopped(): Promise<boolean> {
  await scanHotWallet(world.services);
  const row = await world.t.database.db.selectFrom("chain_state").selectAll().executeTakeFirstOrThrow();
  return row.withdrawals_stopped_at !== null;
}
