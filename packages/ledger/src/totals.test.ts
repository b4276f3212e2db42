import { createTestDatabase, migrateOne, type TestDatabase, waitForLocks } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { audit, deposit, fundPool, placeBounty, summedTotalsSql, totalsSql } from "./index.ts";

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase({ unbacked: true });
});
afterEach(() => test.drop());

const seal = (limit = 1_000) => sql`select transparency_seal(${limit})`.execute(test.db);

/** Both, as one moment has them. */
async function totals() {
  const { rows } = await sql<{ kept: object; summed: object }>`
    select ${totalsSql()} as kept, ${summedTotalsSql()} as summed`.execute(test.db);
  return rows[0];
}

async function someMoney(name: string): Promise<void> {
  await deposit(test.db, { cause: name, member: name, amount: 100n });
  await placeBounty(test.db, { cause: name, escrow: name, member: name, amount: 40n, fee: 2n });
}

describe("the kept totals of each kind of account", () => {
  it("are the sums of its accounts, whether the log's lines are sealed or wait", async () => {
    const expected = { member: "58", escrow: "40", treasury: "2", external: "-100" };
    await someMoney("a");
    expect(await totals()).toEqual({ kept: expected, summed: expected });
    await seal();
    expect(await totals()).toEqual({ kept: expected, summed: expected });
  });

  it("are the sums at every moment, while many post, seal and roll back at once", { tags: "proof" }, async () => {
    let busy = true;
    const while_ = async (work: () => Promise<unknown>) => {
      while (busy) await work();
    };
    const readers = while_(async () => {
      const seen = await totals();
      expect(seen?.kept).toEqual(seen?.summed);
    });
    const sealers = [while_(() => seal(7)), while_(() => seal(7))];
    const posters = Array.from({ length: 8 }, async (_, nth) => {
      for (let n = 0; n < 20; n++) {
        await someMoney(`${nth}.${n}`);
        const undone = test.db.transaction().execute(async (trx) => {
          await fundPool(trx, { cause: `${nth}.${n}`, pool: "p", amount: 1n });
          throw new Error("undone");
        });
        await expect(undone).rejects.toThrow("undone");
      }
    });
    await Promise.all(posters).finally(() => {
      busy = false;
    });
    await Promise.all([readers, ...sealers]);
    expect(await audit(test.db)).toEqual({ problems: [] });
  });

  it("differ from the accounts if someone changes them, which the audit finds", async () => {
    await someMoney("a");
    await seal();
    await sql`update ledger_totals set total = total - 1 where kind = 'member'`.execute(test.ownerDb);
    expect((await audit(test.db)).problems).toEqual([
      { finding: "TOTALS_DRIFT", subject: "member", detail: "kept 57, accounts 58" },
    ]);
  });

  it("can't be changed by the app", async () => {
    for (const change of ["update ledger_totals set total = 0", "delete from ledger_totals"]) {
      await expect(sql.raw(change).execute(test.db)).rejects.toMatchObject({ code: "42501" });
    }
  });

  it("begin right on older books, with lines that are sealed meanwhile and postings in flight", async () => {
    await sql`drop trigger add_to_totals on transparency_sealed`.execute(test.ownerDb);
    await sql`drop table ledger_totals, wallet_totals, wallet_changes`.execute(test.ownerDb);
    for (const name of ["ledger_add_to_totals", "wallet_changed", "fold_wallet_totals"]) {
      await sql.raw(`drop function ${name} cascade`).execute(test.ownerDb);
    }
    for (const name of ["sealed", "sealed too", "waiting"]) {
      await someMoney(name);
      if (name !== "waiting") await seal();
    }
    const inFlight = await test.db.startTransaction().execute();
    await deposit(inFlight, { cause: "in flight", member: "in flight", amount: 7n });
    const sealing = await test.db.startTransaction().execute();
    await sql`select transparency_seal(1)`.execute(sealing);

    const migrated = migrateOne(test.ownerDb, "053_totals");
    await waiting(1);
    await sealing.commit().execute();
    await migrated;
    await inFlight.commit().execute();
    await someMoney("after");
    const [before, , after] = [await totals(), await seal(), await totals()];
    expect(before?.kept).toEqual(before?.summed);
    expect(after).toEqual(before);
  });
});

it("a transfer that an earlier version left without its line in the log gets it, once", async () => {
  await someMoney("a");
  await someMoney("b");
  await seal(2);
  await test.ownerDb.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`delete from transparency_pending where type = 'DEPOSIT'`.execute(trx);
  });
  expect((await audit(test.db)).problems).toMatchObject([{ subject: "external" }, { subject: "member" }]);
  await sql`drop function transparency_complete`.execute(test.ownerDb);
  await migrateOne(test.ownerDb, "052_log_complete");
  expect(await audit(test.db)).toEqual({ problems: [] });
  const { rows } = await sql`select transparency_complete()::int as added`.execute(test.ownerDb);
  expect(rows).toEqual([{ added: 0 }]);
});

const waiting = (count: number) => waitForLocks(test.ownerDb, count);
