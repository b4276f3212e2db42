import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type AuditFinding, audit, deposit, placeBounty, rollUp } from "./index.ts";

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase({ unbacked: true, max: 2 });
  await deposit(test.db, { cause: "funds", member: "alice", amount: 1_000n });
  await placeBounty(test.db, { cause: "q", escrow: "q", member: "alice", amount: 100n, fee: 5n });
  await rollUp(test.db);
  await placeBounty(test.db, { cause: "r", escrow: "r", member: "alice", amount: 100n, fee: 5n });
});
afterEach(() => test.drop());

/** Does what no guard would allow, like someone with access to the database's files. */
async function tamper(change: RawBuilder<unknown>): Promise<AuditFinding[]> {
  await test.ownerDb.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await change.execute(trx);
  });
  const { problems } = await audit(test.db);
  for (const { subject, detail } of problems) expect(subject && detail).toBeTruthy();
  return [...new Set(problems.map((problem) => problem.finding))].sort();
}

const alice = sql`kind = 'member' and owner = 'alice'`;

it("finds nothing in correct books", async () => {
  expect(await audit(test.db)).toEqual({ problems: [] });
});

it("finds a balance that was changed by hand, and a total that no longer sums to zero", async () => {
  expect(await tamper(sql`update ledger_accounts set balance = balance + 1 where ${alice}`)).toEqual([
    "BALANCE_DRIFT",
    "TOTALS_DRIFT",
    "TOTAL_NOT_ZERO",
  ]);
});

it("finds an amount that was changed", async () => {
  const change = sql`
    update ledger_entries set amount = amount + 1 where account_id = (select id from ledger_accounts where ${alice}) and version = 1
  `;
  expect(await tamper(change)).toEqual(["BALANCE_DRIFT", "RUNNING_BALANCE_DRIFT", "UNBALANCED_TRANSFER"]);
});

it("finds a removed transfer by the gap in each account's numbering", async () => {
  const change = sql`
    with gone as (delete from ledger_transfers where cause = 'q' returning id)
    delete from ledger_entries where transfer_id in (select id from gone)
  `;
  expect(await tamper(change)).toEqual(["BALANCE_DRIFT", "RUNNING_BALANCE_DRIFT", "SNAPSHOT_DRIFT", "VERSION_GAP"]);
});

it("finds entries without a transfer and a transfer without entries", async () => {
  expect(await tamper(sql`delete from ledger_transfers where cause = 'q'`)).toEqual(["ORPHAN_ENTRY"]);
  expect(
    await tamper(sql`
      insert into ledger_transfers (kind, cause, idempotency_key, reason, refs, lines)
      values ('deposit', 'empty', 'empty', 'empty', '{}', 2)
    `),
  ).toEqual(["ORPHAN_ENTRY", "UNBALANCED_TRANSFER"]);
});

it("finds an entry with a wrong running balance", async () => {
  const change = sql`update ledger_entries set balance_after = 1 where version = 2`;
  expect(await tamper(change)).toEqual(["RUNNING_BALANCE_DRIFT"]);
});

it("finds a snapshot or pending amount that differs from the entries", async () => {
  const findings = ["SNAPSHOT_DRIFT", "TOTALS_DRIFT", "TOTAL_NOT_ZERO"];
  expect(await tamper(sql`update ledger_snapshots set balance = balance + 1 where account_id = -1`)).toEqual(findings);
  expect(await tamper(sql`update ledger_snapshots set balance = balance - 1 where account_id = -1`)).toEqual([]);
  expect(await tamper(sql`delete from ledger_pending`)).toEqual(findings);
});

it("finds an account below zero", async () => {
  await sql`alter table ledger_accounts drop constraint ledger_accounts_not_overdrawn`.execute(test.ownerDb);
  expect(await tamper(sql`update ledger_accounts set balance = -1 where ${alice}`)).toContain("NEGATIVE_BALANCE");
});
