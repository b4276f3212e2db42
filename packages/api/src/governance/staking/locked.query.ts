import { type Database, statement } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";

/** Stake that can't be unstaked yet. */
export interface LockedStake {
  /** Base units: the largest stake that counts in one of the member's votes. */
  readonly amount: bigint;
  /** When the last proposal that they voted on closes; null when nothing is locked. */
  readonly unlocksAt: Date | null;
}

/**
 * Selects one row, `amount` and `until`. A vote binds its stake until the closing time, even if the proposal has been
 * decided before.
 */
export function locksOf(voter: RawBuilder<unknown>, now: Date): RawBuilder<{ amount: string; until: Date | null }> {
  return sql`
    select coalesce(max(v.stake), 0)::text as amount, max(o.closes_at) as until
      from proposal_votes v join proposals o on o.id = v.proposal_id
     where v.voter_id = ${voter} and o.status = 'OPEN' and o.closes_at > ${now}::timestamptz`;
}

const locked = statement((userId: string, now: Date) => locksOf(sql`${userId}::bigint`, now));

/**
 * Returns the part of a member's stake that is behind votes on open proposals. Unstaking calls this under the lock of
 * the member's row in `stakes`, which a vote also takes, so no vote loses the stake that it counts with.
 */
export async function lockedStake(db: Database, userId: string, now: Date): Promise<LockedStake> {
  const [row] = await locked(db, userId, now);
  return { amount: BigInt(row?.amount ?? 0), unlocksAt: row?.until ?? null };
}
