import { type Database, statement } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";

/** Stake that may not be taken out yet. */
export interface LockedStake {
  /** Base units: the largest of the stakes that the member's votes count with. */
  readonly amount: bigint;
  /** When the last proposal that they voted on closes; null when nothing is locked. */
  readonly unlocksAt: Date | null;
}

/** One row: `amount` and `until`. A vote binds until the closing time, whether the proposal has been decided by then or not. */
export function locksOf(voter: RawBuilder<unknown>, now: Date): RawBuilder<{ amount: string; until: Date | null }> {
  return sql`
    select coalesce(max(v.stake), 0)::text as amount, max(o.closes_at) as until
      from proposal_votes v join proposals o on o.id = v.proposal_id
     where v.voter_id = ${voter} and o.status = 'OPEN' and o.closes_at > ${now}::timestamptz`;
}

const locked = statement((userId: string, now: Date) => locksOf(sql`${userId}::bigint`, now));

/**
 * What of a member's stake is behind votes on proposals that are still being voted on (spec money §6). Whoever takes
 * stake out asks this under the lock of the member's row in `stakes`, which a vote takes, too: so no vote is ever left
 * without the stake that it counts with.
 */
export async function lockedStake(db: Database, userId: string, now: Date): Promise<LockedStake> {
  const [row] = await locked(db, userId, now);
  return { amount: BigInt(row?.amount ?? 0), unlocksAt: row?.until ?? null };
}
