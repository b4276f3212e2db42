import type { Database } from "@bbux/db";
import { sql } from "kysely";

/** One row of `wallets`, `funded` and `booked`: how many deposit addresses there are, how many hold SOL by the books, and how much. */
export const walletTotals = sql`(
  select sum(wallets) as wallets, sum(funded) as funded, sum(booked) as booked from (
    select wallets, funded, booked from wallet_totals union all select wallets, funded, booked from wallet_changes) as parts)`;

/**
 * Adds recent changes of wallets to their totals, so that reading those stays cheap. It is exact whatever is in flight, and never
 * waits for a credit.
 */
export async function foldWalletTotals(db: Database): Promise<void> {
  await sql`select fold_wallet_totals()`.execute(db);
}
