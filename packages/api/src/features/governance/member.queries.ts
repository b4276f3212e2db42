import { formatAmount, type UserGovernanceStats, votingPower } from "@bbux/contract";
import { type Database, statement } from "@bbux/db";
import { sql } from "kysely";
import { AppError } from "../../errors.ts";
import { locksOf } from "../proposals/locked.query.ts";
import { windowBefore } from "./metrics.queries.ts";

/** A member's part in governance. Amounts in base units. */
export interface Standing {
  readonly stake: bigint;
  readonly available: bigint;
  readonly reputation: number;
  /** Votes on refunds and proposals in 30 days. */
  readonly votes: number;
  readonly rewards: bigint;
  readonly lastRewardAt: Date | null;
  readonly locked: bigint;
  readonly unlocksAt: Date | null;
}

type Row = Omit<Standing, "stake" | "available" | "rewards" | "locked"> & {
  readonly stake: string;
  readonly available: string;
  readonly rewards: string;
  readonly locked: string;
};

/** A reward counts as paid when the run has come past the member: see rewards.command.ts. */
const readStanding = statement(
  (member: string, since: Date, now: Date) => sql<Row>`
    select coalesce(s.amount, 0)::text as stake, u.reputation_points as reputation,
           coalesce((select balance from ledger_accounts where kind = 'member' and owner = u.id::text), 0)::text as available,
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
export async function standingOf(db: Database, member: string, now: Date): Promise<Standing> {
  const [row] = await readStanding(db, member, windowBefore(now), now);
  if (!row) throw new AppError("NOT_FOUND");
  const { reputation, votes, lastRewardAt, unlocksAt } = row;
  return {
    ...{ reputation, votes, lastRewardAt, unlocksAt },
    stake: BigInt(row.stake),
    available: BigInt(row.available),
    rewards: BigInt(row.rewards),
    locked: BigInt(row.locked),
  };
}

/** The member's stats (spec money §3). */
export function standingOut(standing: Standing): UserGovernanceStats {
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
