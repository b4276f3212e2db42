import { formatAmount, type Stats } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { supply } from "@bbux/ledger";
import { type Kysely, sql } from "kysely";

/** The platform in numbers (DECISIONS §6: activeBounties are open and unpaid, totalRewards bounties paid). */
export async function getStats(db: Kysely<DB>): Promise<Stats> {
  const [{ rows }, inExistence] = await Promise.all([
    sql<{ active: number; answered: number; rewards: string; members: number; posts: number; answers: number }>`
      select
        (select count(*) from posts where deleted_at is null and bounty_status = 'ESCROWED' and status = 'OPEN')::int as active,
        (select count(*) from posts where deleted_at is null and accepted_answer_id is not null)::int as answered,
        (select coalesce(sum(bounty_amount), 0) from posts where bounty_status = 'PAID') as rewards,
        (select count(*) from users)::int as members,
        (select coalesce(sum(n), 0) from post_counts)::int as posts,
        (select count(*) from answers where deleted_at is null)::int as answers`.execute(db),
    supply(db),
  ]);
  const row = rows[0];
  return {
    activeBounties: row?.active ?? 0,
    questionsAnswered: row?.answered ?? 0,
    totalRewards: formatAmount(BigInt(row?.rewards ?? 0)),
    communityMembers: row?.members ?? 0,
    totalPosts: row?.posts ?? 0,
    totalAnswers: row?.answers ?? 0,
    totalBBUX: formatAmount(inExistence),
  };
}
