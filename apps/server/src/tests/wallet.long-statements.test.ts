/** @module-tag proof */

import { deposit } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { call, ok, refused } from "./support.ts";
import { type MoneyWorld, SOL, startMoney } from "./wallet.support.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney({ env: { WITHDRAWAL_SECOND_LOOK_SECONDS: "0" } });
});
afterAll(() => world.stop());
afterEach(() => world.heal());

describe("a long statement", () => {
  it("shows every row once, newest first, page by page, and the right total", async () => {
    const { t } = world;
    const member = await t.member("chronicler");
    for (let n = 0; n < 230; n++) {
      await deposit(t.database.db, { member: member.id, amount: BigInt(n + 1), cause: `demo:chronicler:${n}` });
      if (n % 40 === 7) ok(await call(t, "POST", "/wallet/deposit", { as: member, body: { amount: "0.5" } }));
    }
    const seen: { id: string; createdAt: string }[] = [];
    for (let page = 1; ; page++) {
      const body = ok(await call(t, "GET", `/wallet/transactions/all?page=${page}&limit=9`, { as: member }));
      expect(body.pagination.total).toBe(236);
      if (body.transactions.length === 0) break;
      seen.push(...body.transactions);
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(236);
    const times = seen.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it("returns 422 instead of 500 for days that don't exist", async () => {
    const { t } = world;
    const member = await t.member("historian");
    for (const query of ["from=0000-01-01", "to=0000-12-31"]) {
      const answer = await call(t, "GET", `/wallet/transactions/all?${query}`, { as: member });
      refused(answer, 422, "VALIDATION_ERROR");
    }
    ok(await call(t, "GET", "/wallet/transactions/all?from=0001-01-01&to=9999-12-31", { as: member }));
  });

  it("is read through the index of its account, however many entries other accounts have", async () => {
    const { t } = world;
    const member = await t.member("needle", { balance: SOL });
    await sql`
      select count(*) from generate_series(1, 20000) as n, lateral ledger_post(
        'deposit', 'demo:hay:' || n, 'hay:' || n, 'Of others', '{}', array['external', 'member'],
        array['solana', 'hay' || n % 100], array[-1, 1]::bigint[])`.execute(t.database.ownerDb);
    await sql`analyze`.execute(t.database.ownerDb);
    const before = await entriesRead();
    ok(await call(t, "GET", "/wallet", { as: member }));
    ok(await call(t, "GET", "/wallet/balance-history", { as: member }));
    ok(await call(t, "GET", "/wallet/transactions/all?type=withdrawal", { as: member }));
    expect((await entriesRead()) - before).toBe(0);
  });
});

/** Counts full scans of the entries table that an index would have avoided, whatever the planner thinks of its size. */
async function entriesRead(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const { rows } = await sql<{ n: number }>`
    select seq_scan::int as n from pg_stat_user_tables where relname = 'ledger_entries'`.execute(
    world.t.database.ownerDb,
  );
  return rows[0]?.n ?? 0;
}
