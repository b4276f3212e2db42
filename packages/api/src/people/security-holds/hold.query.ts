import { type HoldCause, UNIT } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";
import { isActiveFactor, isoTime } from "../../platform/queries/index.ts";

/** What a thief may get to accounts and addresses that are new to the member, within a day, before anything holds it. */
export const UNHELD_MOST = 10n * UNIT;

/** What holds the withdrawals of the row `u` of `users` for a while, apart from freezes, as JSON; null without a hold. */
export const holdJson: RawBuilder<{ readonly cause: string; readonly until: string } | null> = sql`(
  select json_build_object('cause', cause, 'until', ${sql.raw(isoTime("until"))})
  from security_holds h where h.user_id = u.id and cause not in ('frozen', 'staff_freeze') and until > clock_timestamp()
  order by h.until desc, cause limit 1)`;

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

/** Refuses what would move value while anything holds the member's withdrawals. Needs `lockWallet`. @throws AppError ACCOUNT_FROZEN, PAYMENTS_HELD */
export async function requireNoHold(trx: Transaction<DB>, member: string): Promise<void> {
  const hold = await holdOf(trx, member);
  if (hold?.cause === "frozen") throw new AppError("ACCOUNT_FROZEN");
  if (hold) throw new AppError("PAYMENTS_HELD", { details: hold });
}

/** Whether a second factor of a member has counted for so many hours, since it was added or confirmed again: a younger one may be a thief's. */
export async function hasFactorFor(db: Kysely<DB>, userId: string, hours: number): Promise<boolean> {
  const { rows } = await sql`
    select from factors f where f.user_id = ${userId} and ${isActiveFactor}
       and f.confirmed_at <= clock_timestamp() - make_interval(hours => ${hours})`.execute(db);
  return rows.length > 0;
}
