import { type MemberHoldCause, STAFF_FREEZE } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { isActiveFactor } from "../../platform/queries/index.ts";

/** How long withdrawals are held; of {@link Services}. */
export interface HoldSettings {
  readonly money: Pick<Services["money"], "securityHoldHours">;
}

/**
 * Holds a member's withdrawals that aren't signed yet, and those to come, for the configured time (docs/adr/0040). To be called first in
 * its transaction: it locks the wallet, then the withdrawals by ascending id, so that none is signed any more once this has committed,
 * while one that a worker is storing is paid.
 */
export async function holdWithdrawals(
  trx: Transaction<DB>,
  { money }: HoldSettings,
  { member, cause }: { readonly member: string; readonly cause: MemberHoldCause },
): Promise<void> {
  await lockPayouts(trx, member);
  if (money.securityHoldHours === 0) return;
  await sql`
    insert into security_holds (user_id, cause, until)
    values (${member}, ${cause}, clock_timestamp() + make_interval(hours => ${money.securityHoldHours}))
    on conflict (user_id, cause) do update set until = greatest(security_holds.until, excluded.until)`.execute(trx);
}

/**
 * Holds the withdrawals of a member who is adding their first factor, or one in a session that is younger than a hold, which may be a
 * thief's. Needs {@link lockPayouts}, and is to be called before the factor counts.
 * @param session hash of the id of the one that adds it
 */
export async function holdForNewFactor(
  trx: Transaction<DB>,
  { money }: HoldSettings,
  { member, session }: { readonly member: string; readonly session: Buffer },
): Promise<void> {
  const { rows } = await sql`
    select where not exists (select from factors f where f.user_id = ${member} and ${isActiveFactor})
      or exists (select from sessions where id_hash = ${session}
        and created_at > clock_timestamp() - make_interval(hours => ${money.securityHoldHours}))`.execute(trx);
  if (rows.length > 0) await holdWithdrawals(trx, { money }, { member, cause: "factor_added" });
}

/**
 * Locks a member's wallet, before anything else: what goes out of it is decided one after the other. Their account is kept first, as by
 * whatever refers to it, so that this and its end wait for each other.
 */
export async function lockWallet(trx: Transaction<DB>, member: string): Promise<void> {
  await sql`
    with kept as materialized (select id from users where id = ${member} for key share)
    select from wallets w join kept on kept.id = w.user_id for no key update of w`.execute(trx);
}

/** Locks what pays a member out, before the member: the wallet, then withdrawals that aren't signed, by ascending id. */
export async function lockPayouts(trx: Transaction<DB>, member: string): Promise<void> {
  await lockWallet(trx, member);
  await sql`
    select from withdrawals where user_id = ${member} and state = 'REQUESTED' order by id for no key update`.execute(
    trx,
  );
}

/** Removes holds that ended more than a day ago; until then they say since when withdrawals could be paid. Of staff they count longer. */
export async function removeEndedHolds(db: Kysely<DB>): Promise<void> {
  await sql`delete from security_holds where until < clock_timestamp() - interval '1 day'
    and (cause <> 'staff_freeze' or until < clock_timestamp() - make_interval(days => ${STAFF_FREEZE.windowDays}))`.execute(
    db,
  );
}
