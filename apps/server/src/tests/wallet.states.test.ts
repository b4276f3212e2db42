import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { held, type MoneyWorld, SOL, startMoney, stateOf, stranger, withdrawal, work } from "./wallet.support.ts";

// The database refuses what no rule allows, even from the platform itself.

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());

const FINAL = { code: "LG004" };

it("a paid withdrawal can't return to a state in which it would be paid again, and can't be changed or deleted [M4.17]", async () => {
  const anna = await world.rich("anna", 20n * SOL);
  const to = stranger();
  const id = await withdrawal(world.t, anna, "5", to);
  await work(world);
  const app = world.t.database.db;
  for (const change of [
    sql`update withdrawals set state = 'REQUESTED' where id = ${id}`,
    sql`update withdrawals set destination = ${stranger()} where id = ${id}`,
    sql`update payment_attempts set state = 'SENT' where withdrawal_id = ${id}`,
    sql`update payment_attempts set lamports = 1 where withdrawal_id = ${id}`,
  ]) {
    await expect(change.execute(app)).rejects.toMatchObject(FINAL);
  }
  await expect(
    sql`delete from payment_attempts where withdrawal_id = ${id}`.execute(world.t.database.ownerDb),
  ).rejects.toMatchObject(FINAL);
  await work(world);
  expect([(await stateOf(world.t, id)).state, await held(world, to)]).toEqual(["FINALIZED", 4_850_000_000n]);
});

it.each([
  ["withdrawals", "REQUESTED", "SENT"],
  ["withdrawals", "REQUESTED", "FINALIZED"],
  ["withdrawals", "SENT", "SIGNED"],
  ["payment_attempts", "REPLACED", "SENT"],
  ["payment_attempts", "SENT", "SIGNED"],
  ["sweeps", "DONE", "OPEN"],
  ["payment_nonces", "LOST", "READY"],
  ["deposit_requests", "completed", "pending"],
])("in %s, %s is never followed by %s", async (table, from, to) => {
  const { rows } = await sql`
    select from state_transitions where entity = ${table} and state = ${from} and next = ${to}`.execute(
    world.t.database.db,
  );
  expect(rows).toEqual([]);
});
