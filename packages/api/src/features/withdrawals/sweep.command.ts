import { sql } from "kysely";
import type { Services } from "../../context.ts";

const AT_ONCE = 50;

/**
 * Plans to bring what lies at deposit addresses into the hot wallet: only what is in the books, and only where the address
 * holds exactly that, so that nothing is taken away before it is credited (DECISIONS 1.9).
 * @returns how many were planned
 */
export async function planSweeps({ db, money, now }: Pick<Services, "db" | "money" | "now">): Promise<number> {
  const at = now();
  const { rows } = await sql`
    insert into sweeps (user_id, address, amount, created_at, updated_at)
    select w.user_id, w.address, w.booked, ${at}, ${at} from wallets w
     where w.booked >= ${money.sweepFrom.toString()}::bigint and w.booked > 0 and w.seen = w.booked
       and not exists (select from sweeps s where s.user_id = w.user_id
             and (s.state = 'OPEN' or s.state = 'GIVEN_UP' and s.updated_at > ${at}::timestamptz - interval '2 minutes'))
     order by w.booked desc limit ${AT_ONCE}
    on conflict do nothing returning id`.execute(db);
  return rows.length;
}
