import { formatAmount, type Stats } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { supply, treasuryBalance } from "@bbux/ledger";
import { type Kysely, sql } from "kysely";

/**
 * Returns the platform in numbers (docs/DECISIONS.md §6: activeBounties are open and unpaid, totalRewards are bounties
 * paid). All of them are stored, so the front page costs the same in any community.
 */
export async function getStats(db: Kysely<DB>): Promise<Stats> {
  const [{ rows }, inExistence, treasury] = await Promise.all([
    sql<{ name: string; n: string }>`
      select name, sum(n)::text as n from platform_counts group by name
      union all select 'posts', sum(n)::text from post_counts having count(*) > 0`.execute(db),
    supply(db),
    treasuryBalance(db),
  ]);
  const kept = new Map(rows.map(({ name, n }) => [name, n]));
  const count = (name: string) => Number(kept.get(name) ?? 0);
  return {
    activeBounties: count("active"),
    questionsAnswered: count("answered"),
    totalRewards: formatAmount(BigInt(kept.get("rewards") ?? 0)),
    communityMembers: count("members"),
    totalUsers: count("members"),
    totalPosts: count("posts"),
    totalAnswers: count("answers"),
    totalBounties: count("bounties"),
    totalBBUX: formatAmount(inExistence),
    treasuryBalance: formatAmount(treasury),
  };
}
