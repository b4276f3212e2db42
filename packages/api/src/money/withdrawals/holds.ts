import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type HeldNonce, SUBJECT_COLUMNS, type Subject } from "./attempts.sql.ts";
import { readNonces, releaseNonce } from "./nonces.ts";
import { isHeldForSecurity } from "./security-hold.sql.ts";

/**
 * A nonce that a payment holds, and no transaction is stored. The signer may have signed with it: the worker that asked may
 * have died. Asked again with the same terms it gives the same bytes.
 */
export interface Hold {
  readonly subject: Subject;
  readonly nonce: HeldNonce;
  /** Lamports. */
  readonly priorityFee: bigint;
  /** Version of the hot wallet that pays. */
  readonly hot: number;
  /** It isn't to be paid any more: canceled, held for security, no longer approved, or done; or its nonce is being used up. */
  readonly isOver: boolean;
  /** Something that uses up the nonce is under way: if that lands, nothing else can. */
  readonly isBeingConsumed: boolean;
}

/** Of a held nonce `n` that no stored transaction names. */
export const isUnsigned = sql<boolean>`n.value is not null and not exists (
  select from payment_attempts p where p.nonce_id = n.id and p.nonce_value = n.value and p.created_nonce_id is null)`;

/** Of a nonce `n` that something under way is to use up. */
export const isBeingConsumed = sql<boolean>`exists (
  select from payment_attempts p where p.created_nonce_id = n.id and p.nonce_value = n.value and p.state in ('SIGNED', 'SENT', 'REPLACED'))`;

/** Returns all holds; there are at most as many as nonce accounts. */
export async function openHolds(db: Services["db"]): Promise<Hold[]> {
  const { rows } = await sql<{
    id: string;
    address: string;
    value: string;
    min_slot: string;
    fee: string;
    hot: number;
    version: number;
    withdrawal_id: string | null;
    sweep_id: string | null;
    cold_transfer_id: string | null;
    over: boolean;
    consumed: boolean;
  }>`
    select n.id::text, n.address, n.value, n.min_slot::text, coalesce(n.priority_fee, 0)::text as fee, n.hot_version as hot,
           n.nonce_version as version, n.withdrawal_id::text,
           n.sweep_id::text, n.cold_transfer_id::text,
           case when n.sweep_id is not null then s.state <> 'OPEN'
                when n.cold_transfer_id is not null then c.state <> 'OPEN'
                else w.state <> 'REQUESTED' or w.cancel_reason is not null
                  or w.approval_until is not null and approvals_of(w.id) < 2 or ${isHeldForSecurity("w")} end as over,
           ${isBeingConsumed} as consumed
      from payment_nonces n left join withdrawals w on w.id = n.withdrawal_id left join sweeps s on s.id = n.sweep_id
      left join cold_transfers c on c.id = n.cold_transfer_id
     where n.state = 'READY' and ${isUnsigned} order by n.position`.execute(db);
  return rows.map(({ id, address, value, min_slot, fee, hot, version, over, consumed, ...held }) => ({
    subject: holderOf(held),
    nonce: { id, address, value, minSlot: BigInt(min_slot), version },
    hot,
    priorityFee: BigInt(fee),
    isOver: over || consumed,
    isBeingConsumed: consumed,
  }));
}

function holderOf(held: Record<"withdrawal_id" | "sweep_id" | "cold_transfer_id", string | null>): Subject {
  if (held.withdrawal_id !== null) return { kind: "withdrawal", id: held.withdrawal_id };
  if (held.sweep_id !== null) return { kind: "sweep", id: held.sweep_id };
  return { kind: "cold", id: held.cold_transfer_id ?? "" };
}

/** Locks a hold. @returns whether it is still as it was, and nothing is to use up its nonce */
export async function isHeld(
  trx: Transaction<DB>,
  { nonce, subject }: Pick<Hold, "nonce" | "subject">,
): Promise<boolean> {
  // Locked first, because a statement that waited for it wouldn't see what another worker has stored since.
  await sql`select from payment_nonces where id = ${nonce.id} for no key update`.execute(trx);
  const { rows } = await sql`
    select from payment_nonces n
     where id = ${nonce.id} and value = ${nonce.value} and ${sql.ref(SUBJECT_COLUMNS[subject.kind])} = ${subject.id} and ${isUnsigned} and not ${isBeingConsumed}`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * Ends a hold of which the signer has refused to sign anything, or whose value is used up.
 * @param slot at which it was used up
 */
export async function releaseHold(
  { db, now }: Pick<Services, "db" | "now">,
  hold: Pick<Hold, "nonce" | "subject">,
  slot = 0n,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await isHeld(trx, hold)) await releaseNonce(trx, hold, slot, now());
  });
}

/** Ends the holds of values that are used up: nothing signed with them can land any more. @returns the others */
export async function endUsedHolds(services: Pick<Services, "db" | "chain" | "now">): Promise<Hold[]> {
  const holds = await openHolds(services.db);
  if (holds.length === 0) return [];
  const { slot, nonces } = await readNonces(
    services,
    holds.map(({ nonce }) => nonce),
  );
  const left: Hold[] = [];
  for (const hold of holds) {
    const now = nonces.get(hold.nonce.address)?.value;
    // A sweep pays nobody but ourselves, whenever it lands.
    const isSafe = hold.subject.kind === "sweep" && hold.isOver;
    if ((now !== undefined && now !== hold.nonce.value) || isSafe) await releaseHold(services, hold, slot);
    else left.push(hold);
  }
  return left;
}
