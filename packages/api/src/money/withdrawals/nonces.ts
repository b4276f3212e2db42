import type { Nonce } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "../chain/index.ts";
import { type Attempt, SUBJECT_COLUMNS, type Subject } from "./attempts.sql.ts";

/** Accounts per call to the chain. */
const BATCH_SIZE = 100;

/** A nonce account that no payment holds, and its present value. */
export interface FreeNonce extends Nonce {
  readonly id: string;
}

/** Makes sure that as many nonce accounts are wanted or ready as payments may be in progress at once. */
export async function planNonces({
  db,
  money,
  platformWallet,
  now,
}: Pick<Services, "db" | "money" | "platformWallet" | "now">): Promise<void> {
  const { rows } = await sql<{ usable: number; last: number }>`
    select count(*) filter (where state <> 'LOST')::int as usable, coalesce(max(position), 0) as last
      from payment_nonces`.execute(db);
  const { usable, last } = rows[0] ?? { usable: 0, last: 0 };
  const at = now();
  const missing = Array.from({ length: Math.max(0, money.noncePool - usable) }, (_, nth) => last + 1 + nth);
  if (missing.length === 0) return;
  await db
    .insertInto("payment_nonces")
    .values(
      missing.map((position) => ({
        position,
        address: platformWallet.nonceAddress(position),
        created_at: at,
        updated_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Reads the values of nonce accounts that no payment holds, at one finalized slot after the last use of each.
 * @throws ChainError, also when the node is behind that slot
 */
export async function freeNonces(services: Services): Promise<FreeNonce[]> {
  const { db, chain, platformWallet } = services;
  const { rows } = await sql<{ id: string; address: string; min_slot: string; missing_since: Date | null }>`
    select id::text, address, min_slot::text, missing_since from payment_nonces
     where state = 'READY' and value is null order by position limit ${BATCH_SIZE}`.execute(db);
  if (rows.length === 0) return [];
  const minSlot = rows.reduce((max, { min_slot }) => (BigInt(min_slot) > max ? BigInt(min_slot) : max), 0n);
  const { nonces } = await chain.nonces(
    rows.map(({ address }) => address),
    minSlot,
  );
  const free: FreeNonce[] = [];
  for (const [index, { id, address, missing_since: since }] of rows.entries()) {
    const found = nonces[index];
    if (found?.authority === platformWallet.address) {
      free.push({ id, address, value: found.value });
      if (since !== null) await markFound(services, id, address);
    } else await markMissing(services, { id, address, since });
  }
  return free;
}

async function markFound(services: Services, id: string, address: string): Promise<void> {
  await services.db.updateTable("payment_nonces").set({ missing_since: null }).where("id", "=", id).execute();
  await closeAlert(services, "nonce_lost", address);
}

/** Only our key can close a nonce account or hand it over. One that stays away for two looks is replaced by a new one. */
async function markMissing(
  services: Services,
  { id, address, since }: { readonly id: string; readonly address: string; readonly since: Date | null },
): Promise<void> {
  const at = services.now();
  const isLost = since !== null && at.getTime() - since.getTime() >= services.money.secondLookMs;
  await services.db
    .updateTable("payment_nonces")
    .set({ missing_since: since ?? at, updated_at: at, ...(isLost && { state: "LOST" }) })
    .where("id", "=", id)
    .where("value", "is", null)
    .execute();
  const detail = "The chain has no such nonce account with the hot wallet as its authority";
  await raiseAlert(services, { kind: "nonce_lost", subject: address, detail });
}

/**
 * Gives a nonce account to a payment that has none, with a value that none has named before.
 * @returns false when another worker was faster
 */
export async function holdNonce(trx: Transaction<DB>, subject: Subject, nonce: FreeNonce, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update payment_nonces set value = ${nonce.value}, ${sql.ref(SUBJECT_COLUMNS[subject.kind])} = ${subject.id}, updated_at = ${at}
     where id = ${nonce.id} and state = 'READY' and value is null
       and not exists (select from payment_attempts where nonce_id = ${nonce.id} and nonce_value = ${nonce.value})
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Ends the hold of an attempt's nonce, which a transaction at this slot has used up. */
export async function releaseNonce(trx: Transaction<DB>, { nonce }: Attempt, slot: bigint, at: Date): Promise<void> {
  if (!nonce) return;
  await sql`
    update payment_nonces set value = null, withdrawal_id = null, sweep_id = null, updated_at = ${at},
           min_slot = greatest(min_slot, ${slot.toString()}::bigint)
     where id = ${nonce.id} and value = ${nonce.value}`.execute(trx);
}

/** Reads the nonces that attempts name, by address; null for an account that isn't there. */
export async function noncesOf(
  { chain }: Pick<Services, "chain">,
  attempts: readonly Attempt[],
): Promise<ReadonlyMap<string, { readonly value: string } | null>> {
  const addresses = [...new Set(attempts.flatMap(({ nonce }) => nonce?.address ?? []))];
  const found = new Map<string, { readonly value: string } | null>();
  for (let from = 0; from < addresses.length; from += BATCH_SIZE) {
    const some = addresses.slice(from, from + BATCH_SIZE);
    const { nonces } = await chain.nonces(some);
    for (const [index, address] of some.entries()) found.set(address, nonces[index] ?? null);
  }
  return found;
}
