import { type Database, statement } from "@bbux/db";
import { sql } from "kysely";

/** Stake that may not be taken out yet. */
export interface LockedStake {
  /** Base units: the largest of the stakes that the member's votes count with. */
  readonly amount: bigint;
  /** When the last proposal that they voted on closes; null when nothing is locked. */
  readonly unlocksAt: Date | null;
}

const locked = statement(
  (userId: string, now: Date) => sql<{ amount: string; unlocksAt: Date | null }>`
    select coalesce(max(v.stake), 0)::text as amount, max(p.closes_at) as "unlocksAt"
      from proposals p join proposal_votes v on v.proposal_id = p.id and v.voter_id = ${userId}::bigint
     where p.status = 'OPEN' and p.closes_at > ${now}::timestamptz`,
);

/**
 * What of a member's stake is behind votes on proposals that are still being voted on (spec money §6). Whoever takes
 * stake out asks this under the lock of the member's row in `stakes`, which a vote takes, too: so no vote is ever left
 * without the stake that it counts with.
 */
export async function lockedStake(db: Database, userId: string, now: Date): Promise<LockedStake> {
  const [row] = await locked(db, userId, now);
  return { amount: BigInt(row?.amount ?? 0), unlocksAt: row?.unlocksAt ?? null };
}
