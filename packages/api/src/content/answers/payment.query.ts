import type { DB } from "@bbux/db";
import { bountyAcceptedSql } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import { writtenBy } from "../posts/index.ts";

/** What the member has paid by accepting answers in the last 24 hours, in base units; settlements don't count. */
export async function paidToday(trx: Transaction<DB>, member: string): Promise<bigint> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(bounty_amount), 0)::text as total from ${writtenBy("posts", member)} p
     where bounty_status = 'PAID' and bounty_settled_at > clock_timestamp() - interval '24 hours'
       and ${bountyAcceptedSql(sql`p.id`)}`.execute(trx);
  return BigInt(rows[0]?.total ?? 0);
}
