import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";
import { wasUsedLongBefore } from "./used-address.sql.ts";

/**
 * Lets nobody sign in to a frozen account: a thief may know the password, while the owner has the mailbox. A concurrent freeze waits for
 * this transaction, and then ends the session that it opens. Needs the member's lock.
 * @throws AppError ACCOUNT_FROZEN
 */
export async function requireNotFrozen(trx: Transaction<DB>, member: string): Promise<void> {
  if (await isFrozen(trx, member)) throw new AppError("ACCOUNT_FROZEN");
}

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

/** The reason that the member reads. */
const CANCELED = "Your account was frozen, and this address was new";

/**
 * Ends the member's freeze. Withdrawals that aren't signed are canceled, and the default address is forgotten, unless the member used
 * the address more than 30 days before the freeze: it may be a thief's. Needs `lockPayouts`. @returns since when the account was frozen; null if it wasn't
 */
export async function endFreeze(trx: Transaction<DB>, member: string): Promise<Date | null> {
  // Earlier versions didn't note it.
  const { rows } = await sql<{ since: Date }>`
    delete from security_holds where user_id = ${member} and cause = 'frozen'
    returning coalesce(since, clock_timestamp()) as since`.execute(trx);
  const [freeze] = rows;
  if (!freeze) return null;
  await sql`
    update withdrawals w set cancel_reason = ${CANCELED}, updated_at = clock_timestamp()
     where w.user_id = ${member} and w.state = 'REQUESTED' and w.cancel_reason is null
       and not ${wasUsedLongBefore(freeze.since, "w.destination")}`.execute(trx);
  await sql`
    update wallets w set withdrawal_address = null
     where w.user_id = ${member} and not ${wasUsedLongBefore(freeze.since, "w.withdrawal_address")}`.execute(trx);
  return freeze.since;
}

/** Whether the member has ended a freeze since: what was mailed before then has no power over the account any more. */
export async function wasRecovered(trx: Transaction<DB>, member: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log
     where subject_id = ${member} and action = 'ACCOUNT_UNFROZEN' and created_at > ${since} limit 1`.execute(trx);
  return rows.length > 0;
}
