import type { NonceAccount } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "../chain/index.ts";
import { latestKey, versionOf, walletKeys } from "../wallet-keys/index.ts";
import { type Attempt, type HeldNonce, SUBJECT_COLUMNS, type Subject } from "./attempts.sql.ts";
import { agreeThatLost } from "./both-nodes.ts";
import type { Waiting } from "./waiting.sql.ts";

/** Accounts per call to the chain. */
const BATCH_SIZE = 100;
/** How many times the pool may be created in all before an operator has to look at why it got lost. */
const POOLS = 3;

/** Of an account that is still to be created, and whose creation isn't under way. */
const isWanted = sql`payment_nonces.state = 'WANTED' and not exists (
  select from payment_attempts p where p.created_nonce_id = payment_nonces.id and p.state in ('SIGNED', 'SENT'))`;

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
  // A node that denies what it doesn't like must not have the whole float spent on new ones.
  const most = Math.min(money.noncePool, POOLS * money.noncePool - (last - usable));
  const missing = Array.from({ length: Math.max(0, most - usable) }, (_, nth) => last + 1 + nth);
  if (missing.length === 0) return;
  const authority = latestKey(await walletKeys({ db, platformWallet }), "nonce");
  await db
    .insertInto("payment_nonces")
    .values(
      missing.map((position) => ({
        position,
        address: platformWallet.nonceAddress(position, authority.address),
        nonce_version: authority.version,
        created_at: at,
        updated_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Sorts out wanted accounts whose address is in use: those that are ours were created before the books were restored and are taken,
 * the others are given up.
 */
export async function sortOutWanted(services: Services, wanted: readonly Waiting[]): Promise<void> {
  const { db, chain, now } = services;
  const keys = await walletKeys(services);
  const some = wanted.slice(0, BATCH_SIZE);
  const addresses = some.map(({ destination }) => destination);
  // Balances are read first: an address that holds SOL and isn't our nonce account at a later slot never will be.
  const held = await chain.balances(addresses);
  const { slot, nonces } = await chain.nonces(addresses, held.slot);
  for (const [index, { subject, destination: address }] of some.entries()) {
    const version = versionOf(keys, "nonce", nonces[index]?.authority);
    const state = version === null ? "LOST" : "READY";
    if (state === "LOST" && held.lamports[index] === 0n) continue;
    if (state === "LOST" && !(await agreeThatLost(services, address, slot))) continue;
    await sql`
      update payment_nonces set state = ${state}, min_slot = ${slot.toString()}, updated_at = ${now()},
             nonce_version = coalesce(${version}, nonce_version)
       where id = ${subject.id} and ${isWanted}`.execute(db);
  }
}

/**
 * Reads the values of nonce accounts that no payment holds and nothing under way uses up, at one finalized slot after the last use
 * of each.
 * @throws ChainError, also when the node is behind that slot
 */
export async function freeNonces(services: Services): Promise<HeldNonce[]> {
  const { db } = services;
  const { rows } = await sql<{
    id: string;
    address: string;
    version: number;
    min_slot: string;
    missing_since: Date | null;
  }>`
    select id::text, address, nonce_version as version, min_slot::text, missing_since from payment_nonces
     where state = 'READY' and value is null and fence = (select fence from chain_state) and not exists (
           select from payment_attempts p where p.created_nonce_id = payment_nonces.id and p.state in ('SIGNED', 'SENT')) order by position limit ${BATCH_SIZE}`.execute(
    db,
  );
  if (rows.length === 0) return [];
  const asked = rows.map(({ address, min_slot }) => ({ address, minSlot: BigInt(min_slot) }));
  const { slot, nonces } = await readNonces(services, asked);
  const keys = await walletKeys(services);
  const free: HeldNonce[] = [];
  for (const { id, address, version: known, missing_since: since } of rows) {
    const found = nonces.get(address);
    const version = versionOf(keys, "nonce", found?.authority);
    if (found && version !== null) {
      free.push({ id, address, value: found.value, minSlot: slot, version });
      if (version !== known) await noteAuthority(db, id, version);
      if (since !== null) await markFound(services, id, address);
    } else await markMissing(services, { id, address, since, slot });
  }
  return free;
}

/** Restored books have forgotten that an account was handed over. */
async function noteAuthority(db: Services["db"], id: string, version: number): Promise<void> {
  await sql`
    update payment_nonces set nonce_version = ${version} where id = ${id} and value is null and nonce_version < ${version}`.execute(
    db,
  );
}

export async function markFound(services: Services, id: string, address: string): Promise<void> {
  await services.db.updateTable("payment_nonces").set({ missing_since: null }).where("id", "=", id).execute();
  await closeAlert(services, "nonce_lost", address);
  await closeAlert(services, "nodes_disagree", address);
}

/** Takes accounts into the pool that are ours and that these books don't know, or think they still have to create. */
export async function takeNonce(
  db: Services["db"],
  {
    position,
    address,
    version,
    slot,
    at,
  }: {
    readonly position: number;
    readonly address: string;
    readonly version: number;
    readonly slot: bigint;
    readonly at: Date;
  },
): Promise<void> {
  // One that these books still want may have been given its address by another authority.
  await sql`
    with wanted as (
      update payment_nonces set address = ${address}, nonce_version = ${version}, state = 'READY', min_slot = ${slot.toString()}, updated_at = ${at}
       where position = ${position} and ${isWanted} returning id)
    insert into payment_nonces (position, address, nonce_version, state, min_slot, created_at, updated_at)
    select ${position}, ${address}, ${version}, 'READY', ${slot.toString()}, ${at}, ${at} where not exists (select from wanted)
    on conflict do nothing`.execute(db);
}

/** Only our key can close a nonce account or hand it over. One that stays away for two looks is replaced by a new one. */
export async function markMissing(
  services: Services,
  {
    id,
    address,
    since,
    slot,
  }: { readonly id: string; readonly address: string; readonly since: Date | null; readonly slot: bigint },
): Promise<void> {
  const at = await services.databaseNow();
  const isSecondLook = since !== null && at.getTime() - since.getTime() >= services.money.secondLookMs;
  const isLost = isSecondLook && (await agreeThatLost(services, address, slot));
  await services.db
    .updateTable("payment_nonces")
    .set({ missing_since: since ?? at, updated_at: at, ...(isLost && { state: "LOST" }) })
    .where("id", "=", id)
    .where("value", "is", null)
    .execute();
  const detail = "The chain has no such nonce account with a key of the platform as its authority";
  await raiseAlert(services, { kind: "nonce_lost", subject: address, detail });
}

/** A nonce account for a payment that has none, and what its first transaction offers. */
interface NonceForPayment {
  readonly subject: Subject;
  readonly nonce: HeldNonce;
  /** Version of the hot wallet that pays. */
  readonly hot: number;
  /** Lamports. */
  readonly priorityFee: bigint;
}

/**
 * Gives nonce accounts to payments of one kind, each with a value that none has named before, and the hot wallet that pays. One that
 * another worker has taken, used, or locked is left out.
 * @returns the ids of the payments that hold theirs now
 */
export async function takeNonces(
  trx: Transaction<DB>,
  kind: Subject["kind"],
  payments: readonly NonceForPayment[],
  at: Date,
): Promise<ReadonlySet<string>> {
  if (payments.length === 0) return new Set();
  const of = (value: (payment: NonceForPayment) => string) => payments.map(value);
  const holder = sql.ref(SUBJECT_COLUMNS[kind]);
  const { rows } = await sql<{ id: string }>`
    with free as (
      select id from payment_nonces
       where id = any (${of(({ nonce }) => nonce.id)}::bigint[]) and state = 'READY' and value is null
       order by id for no key update skip locked)
    update payment_nonces n
       set value = x.value, priority_fee = x.fee, ${holder} = x.payment, hot_version = x.hot, nonce_version = x.version,
           min_slot = greatest(n.min_slot, x.slot), missing_since = null, updated_at = ${at}
      from unnest(${of(({ nonce }) => nonce.id)}::bigint[], ${of(({ nonce }) => nonce.value)}::text[],
                  ${of(({ nonce }) => nonce.minSlot.toString())}::bigint[], ${of(({ subject }) => subject.id)}::bigint[],
                  ${of(({ priorityFee }) => priorityFee.toString())}::bigint[], ${payments.map(({ hot }) => hot)}::int[],
                  ${payments.map(({ nonce }) => nonce.version)}::int[]) as x (id, value, slot, payment, fee, hot, version)
     where n.id = x.id and n.id in (select id from free)
       and not exists (select from payment_attempts p where p.nonce_id = x.id and p.nonce_value = x.value)
    returning x.payment::text as id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Notes that others have used a held nonce. @returns since when that is known; null when it is new */
export async function foreignUseSince(db: Services["db"], id: string, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    with before as (select id, missing_since as since from payment_nonces where id = ${id} for no key update)
    update payment_nonces n set missing_since = coalesce(n.missing_since, ${at}) from before where n.id = before.id
    returning before.since`.execute(db);
  return rows[0]?.since ?? null;
}

/** A held nonce is unused after all: whatever said otherwise was wrong. */
export async function clearForeignUse(services: Services, { nonce }: Attempt): Promise<void> {
  if (!nonce) return;
  const { numUpdatedRows } = await services.db
    .updateTable("payment_nonces")
    .set({ missing_since: null })
    .where("id", "=", nonce.id)
    .where("missing_since", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await closeAlert(services, "nonce_lost", nonce.address);
}

/** Ends a hold of a nonce that a transaction at this slot has used up, or with which nothing is signed. */
export async function releaseNonce(
  trx: Transaction<DB>,
  { nonce }: Pick<Attempt, "nonce">,
  slot: bigint,
  at: Date,
): Promise<void> {
  if (!nonce) return;
  await sql`
    update payment_nonces set value = null, withdrawal_id = null, sweep_id = null, cold_transfer_id = null, priority_fee = null,
           missing_since = null, updated_at = ${at},
           min_slot = greatest(min_slot, ${slot.toString()}::bigint)
     where id = ${nonce.id} and value = ${nonce.value}`.execute(trx);
}

/** Finalized nonce accounts by address; null for one that isn't there. */
export type NonceValues = ReadonlyMap<string, NonceAccount | null>;

/**
 * Reads nonce accounts at a slot after the last use of each.
 * @param since a slot that the answers mustn't be older than, either
 * @returns them, and the latest slot at which they were read; the earliest that would do if there are none
 * @throws ChainError, also when the node is behind
 */
export async function readNonces(
  { chain }: Pick<Services, "chain">,
  asked: readonly Pick<HeldNonce, "address" | "minSlot">[],
  since = 0n,
): Promise<{ readonly slot: bigint; readonly nonces: NonceValues }> {
  const addresses = [...new Set(asked.map(({ address }) => address))];
  let slot = since;
  for (const { minSlot } of asked) if (minSlot > slot) slot = minSlot;
  const nonces = new Map<string, NonceAccount | null>();
  for (let from = 0; from < addresses.length; from += BATCH_SIZE) {
    const some = addresses.slice(from, from + BATCH_SIZE);
    const found = await chain.nonces(some, slot);
    if (found.slot > slot) slot = found.slot;
    for (const [index, address] of some.entries()) nonces.set(address, found.nonces[index] ?? null);
  }
  return { slot, nonces };
}
