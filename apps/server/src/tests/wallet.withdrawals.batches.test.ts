import { allowUnbacked } from "@bbux/db";
import { sampled } from "@bbux/db/testing/form";
import { networkFeeReserved, post } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectPaidOnce, type Sale, sell } from "./wallet.sales.support.ts";
import { alertKinds, drive, type MoneyWorld, startMoney, stateOf, work } from "./wallet.support.ts";

// Withdrawals are held, signed, stored and sent in batches (docs/adr/0026): what happens to one of them is its own affair.

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

/** Requests some in turn, so that the first is the oldest. */
async function sellSome(count: number): Promise<Sale[]> {
  const sales: Sale[] = [];
  for (let nth = 0; nth < count; nth++) sales.push(await sell(world));
  return sales;
}

const attemptsOf = async (sales: readonly Sale[]) =>
  Promise.all(sales.map(async ({ id }) => (await stateOf(world.t, id)).attempts));

/** Has the database refuse every row of a table that is about a withdrawal. @returns ends that */
async function refuseRows(table: string, { id }: Sale): Promise<() => Promise<unknown>> {
  const owner = world.t.database.ownerDb;
  await sql`
    create function refuse_one() returns trigger language plpgsql as ${sql.lit(
      `begin if new.withdrawal_id = ${id} then raise exception 'this one is refused'; end if; return new; end`,
    )}`.execute(owner);
  await sql`
    create trigger zz_refuse_one before insert or update on ${sql.table(table)} for each row execute function refuse_one()`.execute(
    owner,
  );
  return () => sql`drop function refuse_one cascade`.execute(owner);
}

describe("of a batch of withdrawals", () => {
  it.each(
    sampled([
      ["held", "payment_nonces"],
      ["stored", "payment_attempts"],
    ] as const),
  )("those that can be %s are paid beside one that can't, which is paid once it can [M4.17]", async (_, table) => {
    const sales = await sellSome(4);
    const [, refused] = sales;
    if (!refused) throw new Error("nobody");
    const end = await refuseRows(table, refused);
    await expect(drive(world)).rejects.toThrow("this one is refused");
    const stored = await attemptsOf(sales);
    await end();
    expect(stored).toEqual([["SIGNED"], [], ["SIGNED"], ["SIGNED"]]);
    await work(world);
    for (const sale of sales) await expectPaidOnce(world, sale);
  });

  it("as many are stored as the float pays for, and the others wait for it", async () => {
    const sales = await sellSome(4);
    const { db, ownerDb } = world.t.database;
    const { rows } = await sql<{ float: string }>`
      select balance::text as float from ledger_balances where kind = 'equity'`.execute(db);
    const aside = { hold: "elsewhere", networkFee: BigInt(rows[0]?.float ?? 0) - 12_000n, cause: "elsewhere" };
    await allowUnbacked(ownerDb, { kind: "network_fee_reserved", causes: "elsewhere", reason: "a test" });
    await db.transaction().execute((trx) => post(trx, networkFeeReserved(aside)));
    await drive(world);
    expect(await attemptsOf(sales)).toEqual([["SENT"], ["SENT"], [], []]);
    const { rows: waiting } = await sql<{ waits_for: string }>`
      select waits_for from withdrawals where state = 'REQUESTED'`.execute(db);
    expect([waiting, await alertKinds(world.t)]).toEqual([
      [{ waits_for: "float" }, { waits_for: "float" }],
      ["float_empty"],
    ]);
  });
});
