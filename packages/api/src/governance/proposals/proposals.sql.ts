import { type RawBuilder, sql } from "kysely";

/** A member's stake when voting on `proposals p` opened, in base units. */
export function stakeAtOpening(userId: string): RawBuilder<string> {
  return sql`coalesce((
    select c.stake_after from stake_changes c where c.user_id = ${userId} and c.created_at <= p.created_at
     order by c.version desc limit 1), 0)`;
}

/** A member's reputation when voting on `proposals p` opened. */
export function reputationAtOpening(userId: string): RawBuilder<number> {
  return sql`coalesce((
    select sum(r.points) from reputation_events r where r.user_id = ${userId} and r.created_at <= p.created_at), 0)::int`;
}
