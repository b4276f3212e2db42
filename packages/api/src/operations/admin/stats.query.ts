import { type adminStats, DAY_MS } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { z } from "zod";

type Stats = z.infer<typeof adminStats>;

/** Returns the community in numbers, for admins. Totals of content are stored; members are counted. */
export async function adminStatsOf(db: Database, now: Date): Promise<Stats> {
  const { rows } = await sql<Stats>`
    select u.*,
      (select coalesce(sum(n), 0) from post_counts)::int as "totalPosts",
      (select coalesce(sum(n), 0) from platform_counts where name = 'answers')::int as "totalAnswers",
      (select count(*) from (select from flags where status = 'OPEN' group by target_kind, target_id) as cases)::int as "openFlags",
      ((select count(*) from hidden_content where appeal_status = 'OPEN') +
       (select count(*) from refund_requests where appeal_status = 'OPEN'))::int as "openAppeals",
      (select count(*) from tag_proposals where status = 'OPEN')::int as "openTagProposals",
      (select count(*) from alerts where closed_at is null)::int as "openAlerts"
    from (
      select count(*)::int as "totalUsers",
        (count(*) filter (where role = 'user'))::int as "userCount",
        (count(*) filter (where role = 'moderator'))::int as "moderatorCount",
        (count(*) filter (where role = 'admin'))::int as "adminCount",
        (count(*) filter (where suspended_at is not null))::int as "suspendedCount",
        (count(*) filter (where created_at > ${new Date(now.getTime() - 7 * DAY_MS)}))::int as "newThisWeek"
      from users where deleted_at is null
    ) as u`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("A query without a condition gave no row");
  return row;
}
