import { pagesById } from "@bbux/db";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { deposit } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAlerts } from "./money/chain/index.ts";
import { bookedTransactions, latestFrom } from "./money/reserve-audit/index.ts";
import { balanceHistory } from "./money/statement/index.ts";
import { openAttempts } from "./money/withdrawals/index.ts";

// An id in text form must not sort as text: 10 would come before 9, and pages after the last id would skip rows.
describe("numbered rows come in numeric order", () => {
  let base: TestDatabase;
  beforeAll(async () => {
    base = await createTestDatabase({ max: 4 });
  });
  afterAll(() => base.drop());

  const ids = Array.from({ length: 12 }, (_, nth) => String(nth + 97));

  it("on the pages of the audit of transactions, which skips none", async () => {
    for (const id of ids) {
      await sql`insert into suspense_items (id, signature, address, amount, slot, reason)
        values (${id}, ${`arrived ${id}`}, 'an address', 5, 1, 'unknown_sender')`.execute(base.ownerDb);
    }
    const seen: string[] = [];
    for await (const page of pagesById((after) => bookedTransactions(base.db, after, 5))) {
      seen.push(...page.map((row) => row.id));
    }
    expect(seen).toEqual(ids);
    expect(await latestFrom(base.db, 10)).toBe(99n);
  });

  it("on the pages of payments in progress, so none waits forever", async () => {
    await base.ownerDb.transaction().execute(async (trx) => {
      // The referenced rows don't matter here.
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const id of ids) {
        await sql`insert into payment_attempts
            (id, sweep_id, signature, bytes, last_valid_block_height, lamports, network_fee, created_at, updated_at)
          values (${id}, ${id}, ${`sent ${id}`}, '', 1, 1, 1, now(), now())`.execute(trx);
      }
    });
    const seen: string[] = [];
    for await (const page of pagesById((after) => openAttempts(base.db, 5, after))) {
      seen.push(...page.map((attempt) => attempt.id));
    }
    expect(seen).toEqual(ids);
  });

  it("in a member's balance over more than nine days", async () => {
    const member = "7";
    for (let nth = 1; nth <= 12; nth++) {
      await base.db
        .transaction()
        .execute((trx) => deposit(trx, { member, amount: 1n, cause: `day ${nth}`, reason: "Deposit", refs: {} }));
    }
    await base.ownerDb.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update ledger_transfers set created_at = timestamptz '2026-01-01' + substr(cause, 5)::int * interval '1 day'
        where cause like 'day %'`.execute(trx);
    });
    const points = await balanceHistory(base.db, member, "all", new Date("2026-02-01"));
    const days = points.map(({ at }) => at);
    expect(days).toEqual([...days].sort());
    expect(days).toHaveLength(13);
  });

  it("among alerts, oldest first", async () => {
    for (const id of ids) {
      await sql`insert into alerts (id, kind, subject, detail, created_at, seen_at)
        values (${id}, 'float_empty', ${`alert ${id}`}, 'empty', now(), now())`.execute(base.ownerDb);
    }
    const seen = (await openAlerts(base.db)).map(({ subject }) => subject);
    expect(seen).toEqual(ids.map((id) => `alert ${id}`));
  });
});
