import type { Database } from "@bbux/db";
import { createTestDatabase, type TestDatabase, waitForLocks } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  audit,
  balanceOf,
  deposit,
  fundPool,
  LedgerError,
  payBounty,
  placeBounty,
  returnBounty,
  treasuryBalance,
} from "./index.ts";
import { allowTestTransfers } from "./tests.support.ts";

let test: TestDatabase;
beforeAll(async () => {
  // Each call of a race has its own connection.
  test = await createTestDatabase({ unbacked: true, max: 100 });
  await allowTestTransfers(test);
});
afterAll(async () => {
  expect(await audit(test.db)).toEqual({ problems: [] });
  await test.drop();
});

const times = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: n }, (_, i) => work(i)));

/** Counts the outcomes: `ok`, or the code of a refusal. */
function outcomes(results: readonly PromiseSettledResult<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const reason: unknown = result.status === "rejected" ? result.reason : undefined;
    if (reason !== undefined && !(reason instanceof LedgerError)) throw reason;
    const name = reason?.code ?? "ok";
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

it("makes one transfer when the same key is sent many times at once, and gives each caller the same answer", async () => {
  const member = "keyed";
  const results = await times(50, () => deposit(test.db, { cause: "sent 50 times", member, amount: 10n }));
  expect(outcomes(results)).toEqual({ ok: 50 });
  const posted = results.map((result) => (result.status === "fulfilled" ? result.value : undefined));
  expect(new Set(posted.map((one) => one?.transferId)).size).toBe(1);
  expect(posted.filter((one) => one?.replayed === false)).toHaveLength(1);
  expect(await balanceOf(test.db, "member", member)).toBe(10n);
});

it("makes one transfer when a cause is posted under many keys at once", async () => {
  const member = "caused";
  const results = await times(50, (i) =>
    deposit(test.db, { cause: "credited by two", idempotencyKey: `watcher ${i}`, member, amount: 10n }),
  );
  expect(outcomes(results)).toEqual({ ok: 1, DUPLICATE_CAUSE: 49 });
  expect(await balanceOf(test.db, "member", member)).toBe(10n);
});

it("funds only as many of a hundred simultaneous bounties as the balance covers [C5.09]", async () => {
  const member = "thin";
  await deposit(test.db, { cause: "thin", member, amount: 37n * 105n + 104n });
  const results = await times(100, (i) =>
    placeBounty(test.db, { cause: `thin ${i}`, escrow: `thin ${i}`, member, amount: 100n, fee: 5n }),
  );
  expect(outcomes(results)).toEqual({ ok: 37, INSUFFICIENT_BALANCE: 63 });
  expect(await balanceOf(test.db, "member", member)).toBe(104n);
});

it("lets exactly one of a payout and a return of the same escrow succeed", async () => {
  const member = "asker";
  await deposit(test.db, { cause: "asker", member, amount: 10_000n });
  for (let round = 0; round < 20; round++) {
    const escrow = `contested ${round}`;
    await placeBounty(test.db, { cause: escrow, escrow, member, amount: 100n, fee: 0n });
    const move = { cause: escrow, escrow, amount: 100n };
    const results = await Promise.allSettled([
      payBounty(test.db, { ...move, member: "winner" }),
      returnBounty(test.db, { ...move, member }),
    ]);
    expect(outcomes(results)).toEqual({ ok: 1, INSUFFICIENT_BALANCE: 1 });
    expect(await balanceOf(test.db, "escrow", escrow)).toBe(0n);
  }
});

it("never spends more from the treasury than it holds, however many allotments run at once", async () => {
  await deposit(test.db, { cause: "fees", member: "payer", amount: 1_000n });
  await placeBounty(test.db, { cause: "fees", escrow: "fees", member: "payer", amount: 1n, fee: 999n });
  const held = await treasuryBalance(test.db);
  const share = held / 10n + 1n;
  const results = await times(30, (i) => fundPool(test.db, { cause: `allot ${i}`, pool: "rewards", amount: share }));
  expect(outcomes(results)).toEqual({ ok: 9, INSUFFICIENT_BALANCE: 21 });
  expect(await balanceOf(test.db, "pool", "rewards")).toBe(share * 9n);
  expect(await treasuryBalance(test.db)).toBe(held - share * 9n);
});

/** A transfer among any members, as later kinds may have: the database doesn't restrict the kinds of transfer. */
const move = (db: Database, cause: string, amounts: Readonly<Record<string, number>>) =>
  sql`
    select * from ledger_post('test', ${cause}, ${cause}, 'moved', '{}',
      array_fill('member'::text, array[${Object.keys(amounts).length}::int]),
      array[${sql.join(Object.keys(amounts))}]::text[], array[${sql.join(Object.values(amounts))}]::bigint[])
  `.execute(db);

it("never deadlocks on transfers in opposite directions between the same accounts", async () => {
  for (const member of ["left", "middle", "right"]) await deposit(test.db, { cause: member, member, amount: 1_000n });
  const results = await times(200, (i) =>
    move(test.db, `opposite ${i}`, i % 2 ? { left: -1, right: 1 } : { right: -1, left: 1 }),
  );
  expect(outcomes(results)).toEqual({ ok: 200 });

  // Both wait for the account in the middle, so when they continue, both have locked the accounts before it.
  const first = await test.db.startTransaction().execute();
  await deposit(first, { cause: "hold", member: "middle", amount: 1n });
  const others = Promise.allSettled([
    move(test.db, "from left", { left: -1, middle: -1, right: 2 }),
    move(test.db, "from right", { right: -1, middle: -1, left: 2 }),
  ]);
  await waiting(2);
  await first.commit().execute();
  expect(outcomes(await others)).toEqual({ ok: 2 });
  expect(await balanceOf(test.db, "member", "left")).toBe(1_001n);
});

const open = (db: Database, cause: string, owners: readonly string[]) =>
  sql`
    select * from ledger_post('test', ${cause}, ${cause}, 'opened', '{}',
      array['external', ${sql.join(owners.map(() => "member"))}], array['solana', ${sql.join(owners)}],
      array[${-owners.length}, ${sql.join(owners.map(() => 1))}]::bigint[])
  `.execute(db);

it("never deadlocks on transfers that open the same accounts at once, whatever order they name them in", async () => {
  // Both wait for the account that is being opened, so when they continue, both have opened the accounts before it.
  const first = await test.db.startTransaction().execute();
  await open(first, "open m", ["m"]);
  const others = Promise.allSettled([
    open(test.db, "open amz", ["a", "m", "z"]),
    open(test.db, "open zma", ["z", "m", "a"]),
  ]);
  await waiting(2);
  await first.commit().execute();
  expect(outcomes(await others)).toEqual({ ok: 2 });
  for (const [owner, balance] of [
    ["a", 2n],
    ["m", 3n],
    ["z", 2n],
  ] as const) {
    expect(await balanceOf(test.db, "member", owner)).toBe(balance);
  }
});

const waiting = (count: number) => waitForLocks(test.ownerDb, count);

it("fails under REPEATABLE READ rather than overspend on outdated data", async () => {
  const member = "repeatable";
  await deposit(test.db, { cause: member, member, amount: 100n });
  const stale = test.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      await balanceOf(trx, "member", member);
      await placeBounty(test.db, { cause: "meanwhile", escrow: "meanwhile", member, amount: 100n, fee: 0n });
      await placeBounty(trx, { cause: "stale", escrow: "stale", member, amount: 100n, fee: 0n });
    });
  await expect(stale).rejects.toMatchObject({ code: "40001" });
  expect(await balanceOf(test.db, "member", member)).toBe(0n);
});
