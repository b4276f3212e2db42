import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { isApproved } from "./approvals.sql.ts";
import { PROMISED_BY_HOLD } from "./funds.ts";
import { type Hold, isBeingConsumed, isUnsigned } from "./holds.ts";
import { isHeldForSecurity } from "./security-hold.sql.ts";

/** A withdrawal whose row the transaction has locked. */
export interface LockedWithdrawal {
  /** Requested, not canceled, not held for security, and approved as far as it has to be. */
  readonly isPayable: boolean;
  /** It holds a nonce, with which something may have been signed. */
  readonly holdsNonce: boolean;
}

/** Locks withdrawals by ascending id. One that another transaction has locked is left out: someone else is busy with it. */
export async function lockWithdrawals(
  trx: Transaction<DB>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LockedWithdrawal>> {
  const locked = await sql<{ id: string }>`
    select id::text from withdrawals where id = any (${ids}::bigint[]) order by id for no key update skip locked`.execute(
    trx,
  );
  // Read under the locks, because the statement that took them may have begun before another worker's change.
  const { rows } = await sql<{ id: string; payable: boolean; holds: boolean }>`
    select w.id::text, w.state = 'REQUESTED' and w.cancel_reason is null and ${isApproved("w")}
             and not ${isHeldForSecurity("w")} as payable,
           exists (select from payment_nonces n where n.withdrawal_id = w.id) as holds
      from withdrawals w where w.id = any (${locked.rows.map(({ id }) => id)}::bigint[])`.execute(trx);
  return new Map(rows.map(({ id, payable, holds }) => [id, { isPayable: payable, holdsNonce: holds }]));
}

/**
 * Locks holds by ascending id of their nonce accounts, under the lock of `chain_state`. One that another transaction has locked is left
 * out, because that one may wait for `chain_state`.
 * @returns by withdrawal, those that are still as they were and that nothing is to use up, with the lamports that they promise
 */
export async function lockHolds(trx: Transaction<DB>, holds: readonly Hold[]): Promise<ReadonlyMap<string, bigint>> {
  const ids = holds.map(({ nonce }) => nonce.id);
  const locked = await sql<{ id: string }>`
    select id::text from payment_nonces where id = any (${ids}::bigint[]) order by id for no key update skip locked`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string; promised: string }>`
    select w.id::text, coalesce(${PROMISED_BY_HOLD}, 0)::text as promised
      from unnest(${ids}::bigint[], ${holds.map(({ nonce }) => nonce.value)}::text[]) as x (id, value)
      join payment_nonces n on n.id = x.id and n.value = x.value join withdrawals w on w.id = n.withdrawal_id
     where n.id = any (${locked.rows.map(({ id }) => id)}::bigint[]) and ${isUnsigned} and not ${isBeingConsumed}`.execute(
    trx,
  );
  return new Map(rows.map(({ id, promised }) => [id, BigInt(promised)]));
}
