import { sql } from "kysely";
import type { BooksCheck } from "./books-check.ts";

/** What the platform's limits count by the minute is what the attempts of withdrawals come to. */
export const keptPayouts: BooksCheck = sql`
  select 'PAYOUT_TOTALS' as finding, to_char(minute at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as subject,
         format('kept %s, counted %s', coalesce(k.lamports, 0), coalesce(c.lamports, 0)) as detail
    from payout_minutes k full join (
         select minute, sum(lamports) as lamports from payouts_counted group by minute) as c using (minute)
   where coalesce(k.lamports, 0) <> coalesce(c.lamports, 0)`;
