import { type ChainTransaction, creationNames, FEE_PER_SIGNATURE } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { networkFeeReserved, post } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type Effects, type Signaling, withEffects } from "../../platform/transactions/index.ts";
import { awaitRounds } from "../chain/index.ts";
import { asOneHotWallet, versionOf, type WalletKey, type WalletKeys, walletKeys } from "../wallet-keys/index.ts";
import { type Forgotten, type Look, moved, noteIn, sweptWallet } from "./forgotten.ts";
import { asColdTransfer } from "./forgotten-cold.ts";
import { keepAnchor } from "./landed-anchor.ts";
import { asLostWithdrawal } from "./lost-withdrawal.ts";

type Needs = Pick<Services, "db" | "now" | "platformWallet" | "refundWithdrawal"> & Signaling;

/** Nonce accounts after the last known one that may have been created since the backup. */
const MORE_NONCES = 100;
/** Several times what a nonce account needs, in lamports. No command gets the rent back. */
export const MOST_RENT = 5_000_000n;
/** The most that a failed creation of a nonce account costs: two signatures, no priority fee. In lamports. */
const MOST_CREATION_FEE = 2n * FEE_PER_SIGNATURE;

/**
 * Stores a transaction of the hot wallet that these books have forgotten, if what it did shows what it was for: a payment or
 * cancellation by its reference, a move to the cold wallet by its note, a sweep by the deposit address that signed it, the creation of a nonce account by its address, even if it failed.
 * The job that follows payments then books it like any other that landed.
 * @returns whether it was recognized; `later` when its owner's deposits, or the end of another sweep of the
 *   address, may still have to be found
 */
export async function recognizeOwn(services: Needs, shown: ChainTransaction, look: Look): Promise<boolean | "later"> {
  const keys = await walletKeys(services);
  const hot = versionOf(keys, "hot", shown.feePayer);
  if (hot === null) return false;
  const transaction = asOneHotWallet(keys, shown);
  return withEffects(services, async (trx, effects) => {
    // One process at a time, so that the others see what it has stored.
    await sql`select pg_advisory_xact_lock(hashtext('hot_wallet.recognize'))`.execute(trx);
    const known = await sql`select from payment_attempts where signature = ${transaction.signature}`.execute(trx);
    if (known.rows.length > 0) return true;
    const found =
      (transaction.failed ? null : await whatMoved(trx, effects, { services, transaction, look })) ??
      (await asFeeOnly(trx, services, transaction)) ??
      (transaction.failed ? await asFailedCreation(trx, services, shown) : null);
    if (found === "later") return "later";
    if (found?.column === "sweep_id") await awaitRounds(trx);
    if (!found) return false;
    await store(trx, transaction, { ...found, hot }, services.now());
    if (found.cancels) await storeMove(trx, keys, shown);
    return true;
  });
}

async function whatMoved(
  trx: Transaction<DB>,
  effects: Effects,
  {
    services,
    transaction,
    look,
  }: { readonly services: Needs; readonly transaction: ChainTransaction; readonly look: Look },
): Promise<Forgotten | "later" | null> {
  return (
    (await asPayment(trx, services, transaction)) ??
    (await asLostWithdrawal(trx, effects, { services, transaction, look })) ??
    (await asColdTransfer(trx, services, transaction)) ??
    (await asSweep(trx, services, transaction)) ??
    (await asNonce(trx, services, transaction))
  );
}

/**
 * What used up one of our nonces and cost no more than the fee: a renewal, the cancellation of a withdrawal that was lost with its
 * request, the log's root as a memo, or a payment or sweep that failed. Its memo, or a deposit
 * address that signed it, too, shows that the platform did, and nobody who has stolen the key.
 */
async function asFeeOnly(
  trx: Transaction<DB>,
  services: Needs,
  transaction: ChainTransaction,
): Promise<Forgotten | null> {
  if (moved(services, transaction) !== 0n) return null;
  const { memos, changes, recentBlockhash: value } = transaction;
  const { platformWallet } = services;
  const { rows } = await sql<{ id: string; address: string }>`
    select id::text, address from payment_nonces where address = any (${[...changes.keys()]}::text[])`.execute(trx);
  const anchor = memos.map(platformWallet.readAnchor).find((found) => found !== null) ?? null;
  const isPayment = noteIn(services, transaction) !== null || (await sweptWallet(trx, transaction)) !== null;
  const isOurs =
    (transaction.failed && isPayment) ||
    anchor !== null ||
    memos.some((memo) => platformWallet.hasCancelMark(memo, value));
  const nonce = rows.find(({ address }) => isOurs || memos.some((memo) => platformWallet.isCancelMemo(memo, address)));
  return nonce
    ? { column: "created_nonce_id", id: nonce.id, lamports: 0n, cost: transaction.fee, cancels: true, anchor }
    : null;
}

/** A withdrawal whose request these books know. */
async function asPayment(
  trx: Transaction<DB>,
  services: Needs,
  transaction: ChainTransaction,
): Promise<Forgotten | null> {
  const { platformWallet } = services;
  const { memos, changes, fee } = transaction;
  if (memos.length === 0) return null;
  const paid = noteIn(services, transaction)?.reference;
  const { rows } = await sql<{ id: string; reference: string; net: string; destination: string }>`
    select id::text, reference::text, net_amount::text as net, destination from withdrawals where state = 'REQUESTED' order by id`.execute(
    trx,
  );
  for (const { id, reference, net, destination } of rows) {
    // Payments from before there were notes name the id.
    const isPaid = reference === paid || memos.includes(platformWallet.referenceOf("withdrawal", id));
    const isCanceled = !isPaid && memos.some((memo) => platformWallet.isCancelMemo(memo, reference));
    if (!isPaid && !isCanceled) continue;
    const lamports = isPaid ? BigInt(net) : 0n;
    if (moved(services, transaction) !== -lamports || (isPaid && changes.get(destination) !== lamports)) return null;
    const locked = await sql<{ state: string }>`
      update withdrawals set state = 'SIGNED', waits_for = null, updated_at = ${services.now()}
       where id = ${id} and state = 'REQUESTED' returning state`.execute(trx);
    return locked.rows.length === 0 ? null : { column: "withdrawal_id", id, lamports, cost: fee, cancels: isCanceled };
  }
  return null;
}

async function asSweep(
  trx: Transaction<DB>,
  services: Needs,
  transaction: ChainTransaction,
): Promise<Forgotten | "later" | null> {
  const { changes, fee } = transaction;
  const wallet = await sweptWallet(trx, transaction);
  const lamports = -(changes.get(wallet?.address ?? "") ?? 0n);
  if (!wallet || lamports <= 0n || moved(services, transaction) !== lamports) return null;
  const at = services.now();
  const amount = lamports.toString();
  // Locked first, because a statement that waited for it wouldn't see what another worker has stored since.
  await sql`select from sweeps where user_id = ${wallet.userId} and state = 'OPEN' for no key update`.execute(trx);
  // Planned in these books, too, and never signed; or made anew.
  const open = await sql<{ id: string; amount: string; signed: boolean }>`
    select id::text, amount::text, exists (
             select from payment_attempts p where p.sweep_id = s.id and p.state in ('SIGNED', 'SENT', 'REPLACED')) as signed
      from sweeps s where user_id = ${wallet.userId} and state = 'OPEN'`.execute(trx);
  const [planned] = open.rows;
  // The earlier sweep of this address has to end first, and its nonce is used up by now.
  if (planned?.signed) return "later";
  if (planned?.amount === amount) return { column: "sweep_id", id: planned.id, lamports, cost: fee };
  if (planned)
    await trx.updateTable("sweeps").set({ state: "GIVEN_UP", updated_at: at }).where("id", "=", planned.id).execute();
  const { id } = await trx
    .insertInto("sweeps")
    .values({ user_id: wallet.userId, address: wallet.address, amount, created_at: at, updated_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { column: "sweep_id", id, lamports, cost: fee };
}

async function asNonce(
  trx: Transaction<DB>,
  services: Needs,
  transaction: ChainTransaction,
): Promise<Forgotten | null> {
  const { changes, fee, isNonceCreation } = transaction;
  // A thief with the key could send anything to an address that will be ours.
  if (!isNonceCreation) return null;
  for (const place of await noncePlaces(trx, services)) {
    const { address, authority } = place;
    const rent = changes.get(address) ?? 0n;
    if (rent <= 0n || rent > MOST_RENT || moved(services, transaction) !== -rent) continue;
    const id = await plan(trx, place, services.now());
    // Books that were lost can have given up a creation that these still follow, and have made another.
    const made = sql<{ id: string }>`
      select id::text from payment_nonces n where address = ${address} and not exists (
        select from payment_attempts p where p.created_nonce_id = n.id and p.nonce_id is null
           and p.state in ('REPLACED', 'FINALIZED') and not p.cancels and p.network_fee > ${MOST_CREATION_FEE.toString()})`;
    const wanted = id ?? (await made.execute(trx)).rows[0]?.id;
    return wanted === undefined ? null : creation(wanted, authority, rent + fee);
  }
  return null;
}

/**
 * A creation that failed, for example because the account existed already. It does nothing but what a creation does, with the keys that sign
 * one: a used-up nonce or a failed payment doesn't count.
 * @param shown before its hot wallets are merged into one
 */
async function asFailedCreation(
  trx: Transaction<DB>,
  services: Needs,
  shown: ChainTransaction,
): Promise<Forgotten | null> {
  const { changes, fee, feePayer, isNonceCreation, signers } = shown;
  if (!isNonceCreation) return null;
  for (const place of await noncePlaces(trx, services)) {
    const { position, address, authority } = place;
    if (!changes.has(address)) continue;
    if (!signers.includes(authority.address)) return null;
    const names = creationNames(feePayer, authority.address, address);
    if ([...changes.keys()].some((name) => !names.has(name))) return null;
    const id = await plan(trx, place, services.now());
    const known = sql<{ id: string }>`select id::text from payment_nonces where position = ${position}`;
    const wanted = id ?? (await known.execute(trx)).rows[0]?.id;
    return wanted === undefined ? null : creation(wanted, authority, fee);
  }
  return null;
}

const creation = (id: string, { version }: WalletKey, cost: bigint): Forgotten => {
  return { column: "created_nonce_id", id, lamports: 0n, cost, authority: version };
};

/** Where the platform may have created a nonce account, also since the backup. */
interface NoncePlace {
  readonly position: number;
  readonly authority: WalletKey;
  readonly address: string;
}

async function noncePlaces(trx: Transaction<DB>, { platformWallet }: Needs): Promise<NoncePlace[]> {
  const { nonce: authorities } = await walletKeys({ db: trx, platformWallet });
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(position), 0) as last from payment_nonces`.execute(trx);
  return Array.from({ length: (rows[0]?.last ?? 0) + MORE_NONCES }, (_, index) => index + 1).flatMap((position) =>
    authorities.map((authority) => ({
      position,
      authority,
      address: platformWallet.nonceAddress(position, authority.address),
    })),
  );
}

/** Adds an account that the books don't know. @returns its id; undefined when its position is taken */
async function plan(
  trx: Transaction<DB>,
  { position, authority, address }: NoncePlace,
  at: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into payment_nonces (position, address, nonce_version, created_at, updated_at)
    values (${position}, ${address}, ${authority.version}, ${at}, ${at})
    on conflict do nothing returning id::text`.execute(trx);
  return rows[0]?.id;
}

async function store(
  trx: Transaction<DB>,
  { signature }: ChainTransaction,
  {
    column,
    id,
    lamports,
    cost,
    hot,
    authority = 1,
    cancels = false,
    anchor = null,
  }: Forgotten & { readonly hot: number },
  at: Date,
): Promise<void> {
  // The account may be about to be renewed, and has one attempt at a time that is sent.
  const state = column === "created_nonce_id" ? "REPLACED" : "SENT";
  await sql`
    insert into payment_attempts (${sql.ref(column)}, signature, bytes, last_valid_block_height, lamports, network_fee, cancels,
                                  hot_version, nonce_version, state, sent_at, created_at, updated_at)
    values (${id}, ${signature}, '', 0, ${lamports.toString()}, ${cost.toString()}, ${cancels}, ${hot}, ${authority}, ${state}, ${at}, ${at}, ${at})`.execute(
    trx,
  );
  await post(trx, networkFeeReserved({ hold: id, networkFee: cost, cause: signature, refs: { signature } }));
  if (anchor) await keepAnchor(trx, signature, anchor, at);
}

/** What one hot wallet gave another while a nonce was used up. */
async function storeMove(
  trx: Transaction<DB>,
  { hot }: WalletKeys,
  { signature, feePayer, fee, changes }: ChainTransaction,
): Promise<void> {
  const moved = ({ address }: WalletKey) => (changes.get(address) ?? 0n) + (address === feePayer ? fee : 0n);
  const [from, to] = [hot.find((key) => moved(key) < 0n), hot.find((key) => moved(key) > 0n)];
  if (!from || !to || from.version > to.version) return;
  await sql`
    insert into key_moves (signature, purpose, from_version, to_version, amount)
    values (${signature}, 'hot', ${from.version}, ${to.version}, ${moved(to).toString()})`.execute(trx);
}
