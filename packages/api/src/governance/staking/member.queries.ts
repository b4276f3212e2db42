import { formatAmount, type UserGovernanceStats, votingPower } from "@bbux/contract";
import { type Database, statement } from "@bbux/db";
import { ordinaryBalanceSql } from "@bbux/ledger";
import { sql } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";
import { windowBefore } from "../rewards/index.ts";
import { locksOf } from "./locked.query.ts";

/** A member's part in governance. Amounts are in base units. */
export interface MemberStakes {
  readonly stake: bigint;
  readonly available: bigint;
  readonly reputation: number;
  /** Votes on refunds and proposals in the last 30 days. */
  readonly votes: number;
  readonly rewards: bigint;
  readonly lastRewardAt: Date | null;
  readonly locked: bigint;
  readonly unlocksAt: Date | null;
}

type Row = Omit<MemberStakes, "stake" | "available" | "rewards" | "locked"> & {
  readonly stake: string;
  readonly available: string;
  readonly rewards: string;
  readonly locked: string;
};

/** A reward counts as paid once the run has passed the member: see rewards.command.ts. */
const readStanding = statement(
  (member: string, since: Date, now: Date) => sql<Row>`
    select coalesce(s.amount, 0)::text as stake, u.reputation_points as reputation,
           coalesce(${ordinaryBalanceSql("member", sql`u.id::text`)}, 0)::text as available,
           ((select count(*) from refund_votes v where v.voter_id = u.id and v.created_at >= ${since})
            + (select count(*) from proposal_votes v where v.voter_id = u.id and v.created_at >= ${since}))::int as votes,
           r.rewards::text, r.last as "lastRewardAt", l.amount as locked, l.until as "unlocksAt"
      from users u
      left join stakes s on s.user_id = u.id
      cross join lateral (
        select coalesce(sum(p.amount), 0) as rewards, max(d.started_at) as last
          from reward_payments p join reward_days d on d.day = p.day
         where p.user_id = u.id and p.amount > 0 and p.user_id <= d.paid_up_to
      ) as r
      cross join lateral (${locksOf(sql`u.id`, now)}) as l
     where u.id = ${member}`,
);

/** @throws AppError NOT_FOUND */
export async function memberStakes(db: Database, member: string, now: Date): Promise<MemberStakes> {
  const [row] = await readStanding(db, member, windowBefore(now), now);
  if (!row) throw new AppError("NOT_FOUND");
  const { reputation, votes, lastRewardAt, unlocksAt } = row;
  return {
    reputation,
    votes,
    lastRewardAt,
    unlocksAt,
    stake: BigInt(row.stake),
    available: BigInt(row.available),
    rewards: BigInt(row.rewards),
    locked: BigInt(row.locked),
  };
}

/** Shapes the member's stats. */
export function memberStakesOut(standing: MemberStakes): UserGovernanceStats {
  return {
    stakedAmount: formatAmount(standing.stake),
    totalRewardsEarned: formatAmount(standing.rewards),
    votingPower: formatAmount(votingPower(standing.stake, standing.reputation)),
    governanceParticipation: standing.votes,
    lastRewardAt: standing.lastRewardAt?.toISOString() ?? null,
    available: formatAmount(standing.available),
    lockedAmount: formatAmount(standing.locked),
    unlocksAt: standing.unlocksAt?.toISOString() ?? null,
  };
}
