import { deposit } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, ok } from "./support.ts";
import { type MoneyWorld, SOL, startMoney } from "./wallet.support.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney({ env: { WITHDRAWAL_SECOND_LOOK_SECONDS: "0" } });
});
afterAll(() => world.stop());

const soon = async () => undefined;

describe("a long statement", () => {
  it("shows every row once, newest first, page by page, and counts them all", async () => {
    const { t } = world;
    const member = await t.member("chronicler");
    for (let n = 0; n < 230; n++) {
      await deposit(t.database.db, { member: member.id, amount: BigInt(n + 1), cause: `chronicler:${n}` });
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

  it("is found by the index of its account, however many entries there are of others", async () => {
    const { t } = world;
    const member = await t.member("needle", { balance: SOL });
    const before = await entriesRead();
    ok(await call(t, "GET", "/wallet", { as: member }));
    ok(await call(t, "GET", "/wallet/balance-history", { as: member }));
    ok(await call(t, "GET", "/wallet/transactions/all?type=withdrawal", { as: member }));
    expect((await entriesRead()) - before).toBe(0);
  });
});

/** Scans of the whole table of entries that would have been avoided by an index, whatever the planner thinks of its size. */
async function entriesRead(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const { rows } = await sql<{ n: number }>`
    select seq_scan::int as n from pg_stat_user_tables where relname = 'ledger_entries'`.execute(
    world.t.database.ownerDb,
  );
  return rows[0]?.n ?? 0;
}
void soon;
