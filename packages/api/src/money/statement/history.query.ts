import { DAY_MS, formatAmount } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { memberLinesSql } from "@bbux/ledger";
import { sql } from "kysely";

const DAYS = { week: 7, month: 30, year: 365, all: null } as const;

/**
 * Returns a member's balance at the start of the range, after each day (UTC) on which it changed, and now. At most one
 * point per day, from the account's own running balance.
 */
export async function balanceHistory(
  db: Database,
  userId: string,
  range: keyof typeof DAYS,
  now: Date,
): Promise<{ at: string; balance: string }[]> {
  const days = DAYS[range];
  const since = days === null ? null : new Date(now.getTime() - days * DAY_MS);
  const { rows } = await sql<{ at: Date; balance: string; version: string }>`
    with lines as (
      select created_at, balance_after, version from ${memberLinesSql(userId)} as of_member
    ), before as (
      select ${since}::timestamptz as at, coalesce((
        select balance_after from lines where created_at < ${since}::timestamptz order by version desc limit 1), 0) as balance,
        0 as version where ${since}::timestamptz is not null
    ), per_day as (
      select distinct on (date_trunc('day', created_at at time zone 'utc')) created_at as at, balance_after as balance, version
        from lines where ${since}::timestamptz is null or created_at >= ${since}::timestamptz
       order by date_trunc('day', created_at at time zone 'utc'), version desc
    )
    select at, balance::text, version::text from (select * from before union all select * from per_day) as x order by x.version`.execute(
    db,
  );
  const points = rows.map(({ at, balance }) => ({ at: at.toISOString(), balance: formatAmount(BigInt(balance)) }));
  const last = points.at(-1);
  return [...points, { at: now.toISOString(), balance: last?.balance ?? "0" }];
}
