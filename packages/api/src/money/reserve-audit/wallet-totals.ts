import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { walletTotals } from "../reserves/index.ts";
import type { BooksCheck } from "./books-check.ts";
import type { Problem } from "./findings.ts";

/** What the reserves report says about deposit addresses is what their rows come to. */
export const keptWallets: BooksCheck = sql`
  select 'WALLET_TOTALS' as finding, 'deposit addresses' as subject,
         format('kept %s, of which %s hold %s; counted %s, of which %s hold %s', k.wallets, k.funded, k.booked, c.wallets, c.funded, c.booked)
           as detail
    from ${walletTotals} as k,
         (select count(*) as wallets, count(*) filter (where booked > 0) as funded,
                 coalesce(sum(booked) filter (where booked > 0), 0) as booked from wallets) as c
   where (k.wallets, k.funded, k.booked) is distinct from (c.wallets, c.funded, c.booked)`;

/** Recounts the totals of wallets, in one snapshot. Empty when they are right. */
export async function auditWalletTotals(db: Database): Promise<readonly Problem[]> {
  return (await sql<Problem>`${keptWallets}`.execute(db)).rows;
}
