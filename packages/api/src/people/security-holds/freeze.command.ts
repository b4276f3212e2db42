import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";

/** Whether the member has frozen the account. */
export async function isFrozen(db: Kysely<DB>, member: string): Promise<boolean> {
  const { rows } = await sql`select from security_holds where user_id = ${member} and cause = 'frozen'`.execute(db);
  return rows.length > 0;
}

/**
 * Holds all of the member's withdrawals until {@link endFreeze}, and takes back what would loosen their allow-list and isn't in effect yet
 * (docs/adr/0045). Needs `lockPayouts`. @returns false if they are frozen already
 */
export async function freezeHold(trx: Transaction<DB>, member: string): Promise<boolean> {
  await sql`update allow_lists set off_at = null where user_id = ${member} and off_at > clock_timestamp()`.execute(trx);
  await sql`delete from allowed_addresses where user_id = ${member} and usable_at > clock_timestamp()`.execute(trx);
  const { rows } = await sql`
    insert into security_holds (user_id, cause, until, since)
    values (${member}, 'frozen', 'infinity', clock_timestamp())
    on conflict do nothing returning cause`.execute(trx);
  return rows.length > 0;
}

/** Ends the member's freeze. Needs `lockPayouts`. @returns since when the account was frozen; null if it wasn't */
export async function endFreeze(trx: Transaction<DB>, member: string): Promise<Date | null> {
  // Earlier versions didn't note it.
  const { rows } = await sql<{ since: Date }>`
    delete from security_holds where user_id = ${member} and cause = 'frozen'
    returning coalesce(since, clock_timestamp()) as since`.execute(trx);
  return rows[0]?.since ?? null;
}

/** Whether the member has ended a freeze since: what was mailed before then has no power over the account any more. */
export async function wasRecovered(trx: Transaction<DB>, member: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log
     where subject_id = ${member} and action = 'ACCOUNT_UNFROZEN' and created_at > ${since} limit 1`.execute(trx);
  return rows.length > 0;
}
