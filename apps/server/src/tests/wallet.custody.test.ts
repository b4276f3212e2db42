import { processPayments } from "@bbux/api";
import { migrateOne, withoutTriggers } from "@bbux/db/testing";
import { type RawBuilder, sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";
import {
  alertKinds,
  drive,
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

// The signer's own limits are far above: time doesn't pass for it when it does for the books.
const env = {
  WITHDRAWAL_DAILY_LIMIT: "10",
  WITHDRAWAL_HOURLY_LIMIT: "10",
  WITHDRAWAL_DAILY_LIMIT_ALL: "25",
  SIGNER_HOURLY_LIMIT: "1000",
  SIGNER_DAILY_LIMIT: "1000",
};
let world: MoneyWorld;
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney({ env });
});
afterAll(() => world.stop());
afterEach(async () => {
  await world.heal();
  await passTime(48);
});

const member = (balance: bigint) => world.rich(`member${unnamed++}`, balance);

/** Lets this many hours and a minute pass for what was paid, on the database's clock: the limits count whole minutes. */
async function passTime(hours: number): Promise<void> {
  const db = world.t.database.ownerDb;
  await db.transaction().execute(async (trx) => {
    await sql`alter table payment_attempts disable trigger payment_attempts_transition`.execute(trx);
    await sql`update payment_attempts set stored_at = stored_at - ${hours} * interval '1 hour' - interval '1 minute'`.execute(
      trx,
    );
    await sql`alter table payment_attempts enable trigger payment_attempts_transition`.execute(trx);
  });
}

/** As if the limit had changed since it was requested: its terms can't. */
const changeTerms = (terms: RawBuilder<unknown>, id: string) =>
  withoutTriggers(world.t.database.ownerDb, sql`update withdrawals set ${terms} where id = ${id}`);

async function ask(amount: string): Promise<{ id: string; to: string }> {
  const to = stranger();
  return { to, id: await withdrawal(world.t, await member(10n * SOL), amount, to) };
}

/** What it waits for. */
async function waitsFor(t: TestApp, id: string): Promise<string | null> {
  const { waits_for } = await t.database.ownerDb
    .selectFrom("withdrawals")
    .select("waits_for")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return waits_for;
}

async function limitAlerts(): Promise<{ subject: string; detail: string }[]> {
  return world.t.database.ownerDb
    .selectFrom("alerts")
    .select(["subject", "detail"])
    .where("kind", "=", "withdrawal_limit")
    .where("closed_at", "is", null)
    .execute();
}

describe("the platform's limit", () => {
  it("of an hour holds what is above it, alerts once, and pays it when the hour is over", async () => {
    const first = await ask("7");
    await work(world);
    const second = await ask("5");
    await work(world);
    await work(world);
    expect([await stateOf(world.t, first.id), await stateOf(world.t, second.id)]).toEqual([
      { state: "FINALIZED", attempts: ["FINALIZED"] },
      { state: "REQUESTED", attempts: [] },
    ]);
    expect(await waitsFor(world.t, second.id)).toBe("limit");
    expect(await limitAlerts()).toEqual([
      { subject: "hour", detail: "Withdrawals wait: at most 10 SOL are paid within an hour, and 6.79 SOL were" },
    ]);
    // The process's clock decides nothing.
    world.t.travel(3 * 3_600_000);
    await work(world);
    expect((await stateOf(world.t, second.id)).state).toBe("REQUESTED");
    await passTime(1);
    await work(world);
    expect([(await stateOf(world.t, second.id)).state, await held(world, second.to)]).toEqual([
      "FINALIZED",
      4_850_000_000n,
    ]);
    expect([await waitsFor(world.t, second.id), await limitAlerts()]).toEqual([null, []]);
    await sound(world);
  });

  it("of a day counts what was paid hours ago", async () => {
    for (let nth = 0; nth < 2; nth++) {
      await ask("10");
      await work(world);
      await passTime(2);
    }
    const third = await ask("10");
    await work(world);
    expect([(await stateOf(world.t, third.id)).state, (await limitAlerts()).map(({ subject }) => subject)]).toEqual([
      "REQUESTED",
      ["day"],
    ]);
    await passTime(21);
    await work(world);
    expect((await stateOf(world.t, third.id)).state).toBe("FINALIZED");
    await sound(world);
  });

  it("counts what was paid before it was added up by the minute", { tags: "proof" }, async () => {
    const first = await ask("7");
    await work(world);
    const { ownerDb } = world.t.database;
    for (const statement of [
      "drop trigger payout_counted_if_new on payment_attempts",
      "drop trigger payout_counted_if_changed on payment_attempts",
      "drop function payout_changed()",
      "drop table payouts, payout_minutes",
      "drop view payouts_counted",
      "create index payment_attempts_paid on payment_attempts (stored_at)",
    ]) {
      await sql.raw(statement).execute(ownerDb);
    }
    await migrateOne(ownerDb, "069_payout_totals");
    const second = await ask("5");
    await work(world);
    expect([(await stateOf(world.t, first.id)).state, await waitsFor(world.t, second.id)]).toEqual([
      "FINALIZED",
      "limit",
    ]);
    await passTime(1);
    await work(world);
    expect((await stateOf(world.t, second.id)).state).toBe("FINALIZED");
    await sound(world);
  });

  it("isn't passed by two workers that both found room for a payment", { tags: "proof" }, async () => {
    const one = await ask("6");
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
    const paused = processPayments(other.services);
    await reached.promise;
    // The other worker holds room for the first one and has it signed; this one finds none for a later one meanwhile.
    const two = await ask("6");
    await drive(world);
    expect([await waitsFor(world.t, two.id), (await stateOf(world.t, two.id)).attempts]).toEqual(["limit", []]);
    goOn.resolve();
    await paused;
    await other.close();
    expect((await stateOf(world.t, one.id)).attempts).toHaveLength(1);
    await work(world);
    expect((await stateOf(world.t, two.id)).attempts).toEqual([]);
    await passTime(1);
    await work(world);
    for (const { id } of [one, two]) expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    await sound(world);
  });

  it("lets nobody overtake who waits for it, but one that is above it alone holds up nobody", async () => {
    const paid = await ask("5");
    await work(world);
    const large = await ask("8");
    const small = await ask("1");
    await work(world);
    expect([await waitsFor(world.t, large.id), await waitsFor(world.t, small.id)]).toEqual(["limit", "limit"]);
    await passTime(1);
    await changeTerms(sql`net_amount = ${String(11n * SOL)}, amount = ${String(11n * SOL)} + fee`, large.id);
    await work(world);
    expect([(await stateOf(world.t, large.id)).state, (await stateOf(world.t, small.id)).state]).toEqual([
      "REQUESTED",
      "FINALIZED",
    ]);
    expect((await limitAlerts())[0]?.detail).toContain("above the limit alone");
    await changeTerms(sql`amount = ${String(8n * SOL)}, net_amount = ${String(8n * SOL)} - fee`, large.id);
    await work(world);
    expect((await stateOf(world.t, paid.id)).state).toBe("FINALIZED");
    expect((await stateOf(world.t, large.id)).state).toBe("FINALIZED");
    expect(await alertKinds(world.t)).not.toContain("withdrawal_limit");
    await sound(world);
  });
});
