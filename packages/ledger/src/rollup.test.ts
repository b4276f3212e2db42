import type { Database } from "@bbux/db";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { audit, deposit, fundPool, placeBounty, rollUp, totals, treasuryBalance } from "./index.ts";

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase({ unbacked: true });
  await deposit(test.db, { cause: "funds", member: "alice", amount: 1_000_000n });
  await rollUp(test.db);
});
afterEach(async () => {
  expect(await audit(test.db)).toEqual({ problems: [] });
  await test.drop();
});

const pay = (db: Database, name: string, fee: bigint) =>
  placeBounty(db, { cause: name, escrow: name, member: "alice", amount: 1n, fee });

async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ledger_pending`.execute(test.db);
  return Number(rows[0]?.n);
}

it("changes no balance and leaves nothing pending", async () => {
  await pay(test.db, "one", 5n);
  await pay(test.db, "two", 6n);
  const before = await totals(test.db);
  expect(await rollUp(test.db)).toBe(2);
  expect(await totals(test.db)).toEqual(before);
  expect(await waiting()).toBe(0);
  expect(await rollUp(test.db)).toBe(0);
});

it("stays exact when a transfer with a lower id commits after the roll-up and another one never commits", async () => {
  const early = await test.db.startTransaction().execute();
  const lost = await test.db.startTransaction().execute();
  // The two transfers in flight debit other members, so that no one waits for their locks.
  for (const [trx, member] of [
    [early, "early"],
    [lost, "lost"],
  ] as const) {
    await deposit(trx, { cause: member, member, amount: 100n });
    await placeBounty(trx, { cause: member, escrow: member, member, amount: 1n, fee: 10n });
  }
  await pay(test.db, "late", 7n);

  expect(await rollUp(test.db)).toBe(1);
  expect(await treasuryBalance(test.db)).toBe(7n);
  await early.commit().execute();
  await lost.rollback().execute();
  expect(await treasuryBalance(test.db)).toBe(17n);
  expect(await rollUp(test.db)).toBe(2);
  expect(await treasuryBalance(test.db)).toBe(17n);
});

it("doesn't wait for postings in flight, and they don't wait for it", async () => {
  const posting = await test.db.startTransaction().execute();
  await pay(posting, "in flight", 3n);
  expect(await rollUp(test.db)).toBe(0);

  const rolling = await test.db.startTransaction().execute();
  await rollUp(rolling);
  await deposit(test.db, { cause: "meanwhile", member: "bob", amount: 1n });
  await rolling.commit().execute();
  await posting.commit().execute();
  expect(await rollUp(test.db)).toBe(2);
});

it("counts every fee once while postings, roll-ups and allotments run at once", async () => {
  let busy = true;
  const seen: bigint[] = [];
  const background = async (work: () => Promise<unknown>) => {
    while (busy) await work();
  };
  const rolling = [background(() => rollUp(test.db)), background(() => rollUp(test.db))];
  const watching = background(async () => seen.push(await treasuryBalance(test.db)));
  const posters = Array.from({ length: 12 }, async (_, poster) => {
    const member = `poster ${poster}`;
    await deposit(test.db, { cause: member, member, amount: 10_000n });
    for (let n = 0; n < 25; n++) {
      const name = `${poster} ${n}`;
      await placeBounty(test.db, { cause: name, escrow: name, member, amount: 2n, fee: 1n });
    }
  });
  await Promise.all(posters);
  busy = false;
  await Promise.all([...rolling, watching]);
  // Nothing was spent from the treasury, so whatever a reader saw, it never saw less than before.
  expect(seen).toEqual(seen.toSorted((a, b) => Number(a - b)));
  expect(await treasuryBalance(test.db)).toBe(300n);

  const allotted = Array.from({ length: 10 }, (_, n) => fundPool(test.db, { cause: `${n}`, pool: "p", amount: 10n }));
  await Promise.all([...allotted, rollUp(test.db), pay(test.db, "more", 1n), rollUp(test.db)]);
  expect(await treasuryBalance(test.db)).toBe(201n);
});
