import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";

const BATCH_SIZE = 50;

/**
 * Plans sweeps of deposit addresses into the hot wallet, only where the address holds exactly what is booked, so
 * nothing is moved before it is credited (docs/DECISIONS.md 1.9).
 * @returns how many were planned
 */
export async function planSweeps({
  db,
  money,
  databaseNow,
}: Pick<Services, "db" | "money" | "databaseNow">): Promise<number> {
  const at = await databaseNow();
  const { rows } = await sql`
    insert into sweeps (user_id, address, amount, created_at, updated_at)
    select w.user_id, w.address, w.booked, ${at}, ${at} from wallets w
     where w.booked >= ${money.sweepFrom.toString()}::bigint and w.booked > 0 and w.seen = w.booked
       and not exists (select from sweeps s where s.user_id = w.user_id
             and (s.state = 'OPEN' or s.state = 'GIVEN_UP' and s.updated_at > ${at}::timestamptz - interval '2 minutes'))
     order by w.booked desc limit ${BATCH_SIZE}
    on conflict do nothing returning id`.execute(db);
  return rows.length;
}
