import { formatAmount } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";
import { wasKnownLongBefore } from "./used-address.sql.ts";

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

/** Holds all of the member's withdrawals until {@link endFreeze}. Needs `lockPayouts`. @returns false if they are frozen already */
export async function freezeHold(trx: Transaction<DB>, member: string): Promise<boolean> {
  const { rows } = await sql`
    insert into security_holds (user_id, cause, until, since)
    values (${member}, 'frozen', 'infinity', clock_timestamp())
    on conflict do nothing returning cause`.execute(trx);
  return rows.length > 0;
}

/** Ends the member's freeze. @returns whether there was one, and since when; without one, the present by the database's clock */
export async function endFreeze(
  trx: Transaction<DB>,
  member: string,
): Promise<{ readonly wasFrozen: boolean; readonly since: Date }> {
  // Earlier versions didn't note since when.
  const { rows } = await sql<{ wasFrozen: boolean; since: Date }>`
    with ended as (delete from security_holds where user_id = ${member} and cause = 'frozen' returning since)
    select exists (select from ended) as "wasFrozen", coalesce((select since from ended), clock_timestamp()) as since`.execute(
    trx,
  );
  return rows[0] as { wasFrozen: boolean; since: Date };
}

/** The reasons that the member reads. */
const CANCELED = {
  frozen: "Your account was frozen, and this address was new",
  reset: "Your password was reset, and this address was new",
} as const;

/** Canceled withdrawals and the forgotten address, for the mail to the member. */
export interface CanceledPayouts {
  /** Each an amount and an address. */
  readonly withdrawals: readonly string[];
  /** The default address, if it was forgotten. */
  readonly forgotten: string | null;
}

/**
 * Cancels withdrawals that aren't signed and forgets the default address, unless the member used the address more than 30 days before
 * then: it may be a thief's. Needs `lockPayouts`.
 */
export async function cancelSuspectPayouts(
  trx: Transaction<DB>,
  member: string,
  { wasFrozen, since }: { readonly wasFrozen: boolean; readonly since: Date },
): Promise<CanceledPayouts> {
  const reason = CANCELED[wasFrozen ? "frozen" : "reset"];
  const { rows: canceled } = await sql<{ amount: string; destination: string }>`
    update withdrawals w set cancel_reason = ${reason}, updated_at = clock_timestamp()
     where w.user_id = ${member} and w.state = 'REQUESTED' and w.cancel_reason is null
       and not ${wasKnownLongBefore(since, "w.destination")}
    returning w.amount::text as amount, w.destination`.execute(trx);
  const { rows: forgotten } = await sql<{ address: string }>`
    with suspect as (
      select w.user_id, w.withdrawal_address as address from wallets w
       where w.user_id = ${member} and w.withdrawal_address is not null
         and not ${wasKnownLongBefore(since, "w.withdrawal_address")})
    update wallets set withdrawal_address = null from suspect where wallets.user_id = suspect.user_id
    returning suspect.address`.execute(trx);
  return {
    withdrawals: canceled.map(({ amount, destination }) => `${formatAmount(BigInt(amount))} BBUX → ${destination}`),
    forgotten: forgotten[0]?.address ?? null,
  };
}

/** Whether the member has ended a freeze since: what was mailed before then has no power over the account any more. */
export async function wasRecovered(trx: Transaction<DB>, member: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log
     where subject_id = ${member} and action = 'ACCOUNT_UNFROZEN' and created_at > ${since} limit 1`.execute(trx);
  return rows.length > 0;
}
