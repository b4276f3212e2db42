import { type HoldCause, UNIT } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { isoTime } from "../../platform/queries/index.ts";

/** What a thief may get to accounts and addresses that are new to the member, within a day, before anything holds it. */
export const UNHELD_MOST = 10n * UNIT;

/** What holds a member's withdrawals now; of several causes, the one that ends last. Needs `lockWallet`, so that it stays true. */
export async function holdOf(
  trx: Transaction<DB>,
  member: string,
): Promise<{ readonly cause: HoldCause; readonly until: string | null } | null> {
  const { rows } = await sql<{ cause: HoldCause; until: string | null }>`
    select cause, ${sql.raw(isoTime("nullif(until, 'infinity')"))} as until from security_holds
     where user_id = ${member} and until > clock_timestamp() order by security_holds.until desc, cause limit 1`.execute(
    trx,
  );
  return rows[0] ?? null;
}
