import { type Kysely, sql } from "kysely";
import { createLedgerFunctions } from "./ledger/functions.ts";
import { createLedgerGuards } from "./ledger/guards.ts";
import { createLedgerTables } from "./ledger/tables.ts";

/**
 * Double entry: accounts, transfers, and entries that the database itself keeps balanced and immutable. All money moves
 * through `ledger_post`; the app's role can only read the tables and call the functions (docs/DECISIONS.md 1.1, 1.11,
 * 1.12).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLedgerTables(db);
  await createLedgerGuards(db);
  await createLedgerFunctions(db);
  await sql`
    grant select on ledger_accounts, ledger_transfers, ledger_entries, ledger_snapshots, ledger_pending, ledger_balances
    to bbux_app
  `.execute(db);
}
