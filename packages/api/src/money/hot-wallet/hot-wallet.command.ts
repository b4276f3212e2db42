import { ChainError, type ChainTransaction, type SignatureInfo } from "@bbux/chain";
import { formatAmount, WALLET } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import type { Signaling } from "../../platform/transactions/index.ts";
import {
  type AsksWitness,
  askWitness,
  booksIdentity,
  closeAlert,
  closeAlerts,
  idleTransactions,
  raiseAlert,
  readFence,
  sameTransaction,
  whatItDid,
} from "../chain/index.ts";
import { asOneHotWallet, type WalletKeys, walletKeys } from "../wallet-keys/index.ts";
import { bookColdMovements } from "./cold-movements.command.ts";
import { type Look, noteIn, sweptWallet } from "./forgotten.ts";
import { areKeysKnown, lastRead, listSince, noteRead } from "./history.ts";
import { recognizeOwn } from "./recognize.command.ts";
import { stopWithdrawals } from "./stop.command.ts";
import { keepSuspense } from "./suspense.command.ts";

type Needs = AsksWitness & Signaling & Pick<Services, "chain" | "failpoint" | "platformWallet" | "refundWithdrawal">;
type Scanning = Needs & { readonly keys: WalletKeys };
type Listed = Pick<SignatureInfo, "signature" | "slot">;

/** Transactions read in one run. Anyone can name the hot wallet in any number of them; the next run continues. */
const READS = 200;
/** Of those given up, how many are tried again in one run. */
const RETRIES = 10;
/** If a node can't show a transaction after this many slots, about ten minutes, the others don't wait for it any longer. */
const LATE_SLOTS = 1_500n;

/**
 * Reads the transactions of all hot wallets since the last run. SOL that came from no deposit address is suspense
 * (docs/DECISIONS.md 1.9); SOL that left by a transaction that isn't ours stops all payments, because someone else has
 * the key.
 * @param from `start` reads everything again, because a list of signatures may have come back short
 * @param settledAt a slot after which nothing can land that lost books have signed; refuses what a node says before it has seen this one
 * @returns whether everything that the chain lists has been read
 */
export async function scanHotWallet(
  services: Needs,
  from: "last" | "start" = "last",
  settledAt?: bigint,
): Promise<boolean> {
  const books = await booksIdentity(services.db);
  if (!(await areKeysKnown(services.db))) return false;
  const keys = await walletKeys(services);
  const addresses = keys.hot.map(({ address }) => address);
  const { slot, lamports } = await services.chain.balances(addresses, settledAt);
  const readTo = new Map<string, string>();
  const reading = { services: { ...services, keys }, slot, books, isSettled: settledAt !== undefined };
  let isRead = true;
  try {
    for (const address of addresses) {
      const since = from === "last" ? await lastRead(services.db, address) : null;
      const fresh = await listSince(services, address, since, slot);
      const note = ({ signature }: Listed) => readTo.set(address, signature);
      isRead = (await readAll(reading, fresh.toReversed(), note)) && isRead;
    }
    return isRead && (await readAll(reading, await unshown(services)));
  } finally {
    await noteRead(services, { books, readTo, slot, lamports: lamports.reduce((sum, held) => sum + held, 0n) });
  }
}

interface Reading extends Omit<Look, "isLast"> {
  readonly services: Scanning;
  /** The node's, when the scan began. */
  readonly slot: bigint;
}

/**
 * @param listed oldest first
 * @param note is told each one before which nothing is left to do
 * @returns whether all have been read
 */
async function readAll(
  { services, slot, ...look }: Reading,
  listed: readonly Listed[],
  note: (read: Listed) => void = () => undefined,
): Promise<boolean> {
  const { db, chain } = services;
  const unknown = await leaveOutKnown(
    db,
    listed.map(({ signature }) => signature),
  );
  const idle = idleOf(chain);
  let reads = 0;
  const later: Listed[] = [];
  for (const one of listed) {
    if (unknown.has(one.signature) && !idle.has(one.signature)) {
      if (reads++ === READS) return false;
      const outcome = await read(services, one, slot, { ...look, isLast: false });
      if (outcome === "unread") return false;
      if (outcome === "later") later.push(one);
    }
    if (later.length === 0) note(one);
  }
  // What came after them may have explained them, or has shown that another round is needed.
  if (later.length > 0 && !(await readFence(db))?.isRoundDone) return false;
  for (const one of later) if ((await read(services, one, slot, { ...look, isLast: true })) !== "done") return false;
  return true;
}

/** Transactions that no node could show, those that have waited longest first: one that was behind may show them now. */
async function unshown(services: Needs): Promise<Listed[]> {
  const { rows } = await sql<{ signature: string; isKnown: boolean }>`
    select subject as signature, ${isKnown(sql`subject`)} as "isKnown"
      from alerts where kind = 'unexplained_balance' and closed_at is null
                    and not exists (select from wallets where address = subject)
     order by seen_at limit ${RETRIES}`.execute(services.db);
  const known = rows.filter((row) => row.isKnown).map(({ signature }) => signature);
  await closeAlerts(
    services,
    known.map((subject) => ({ kind: "unexplained_balance", subject })),
  );
  return rows.filter((row) => !row.isKnown).map(({ signature }) => ({ signature, slot: 0n }));
}

/** Signatures that changed nothing in the hot wallet. */
const idleOf = idleTransactions();

/**
 * Books one transaction.
 * @returns `unread` when the node can't show it yet; `later` when something else has to be booked before it
 */
async function read(
  services: Scanning,
  { signature, slot }: Listed,
  now: bigint,
  look: Look,
): Promise<"done" | "later" | "unread"> {
  let why = "the node does not have it";
  try {
    const transaction = await services.chain.transaction(signature);
    if (transaction) {
      if (!(await isSureOfFailure(services, transaction))) return "unread";
      if (!(await book(services, transaction, look))) return "later";
      // An alert may exist from when the node couldn't show it.
      await closeAlert(services, "unexplained_balance", signature);
      return "done";
    }
  } catch (error) {
    if (!(error instanceof ChainError) || error.code === "RATE_LIMITED") throw error;
    why = error.message;
  }
  if (now - slot < LATE_SLOTS) return "unread";
  // Anyone can name the hot wallet in a transaction that nodes don't show us; the others must not wait for it.
  const detail = `A transaction that names the hot wallet cannot be read: ${why}`;
  await raiseAlert(services, { kind: "unexplained_balance", subject: signature, detail });
  return "done";
}

/** A payment or sweep that these books have forgotten would be made again if it failed, so the witness has to show that it did (docs/adr/0021). */
async function isSureOfFailure(services: Needs, transaction: ChainTransaction): Promise<boolean> {
  if (!transaction.failed) return true;
  if (noteIn(services, transaction) === null && (await sweptWallet(services.db, transaction)) === null) return true;
  const { signature, feePayer } = transaction;
  const claim = { subject: signature, says: whatItDid(transaction, feePayer) };
  return (await askWitness(services, claim, (node) => sameTransaction(node, transaction, feePayer))) === "agreed";
}

/** Drops signatures that are booked, ours, or already reported to operators. */
async function leaveOutKnown(db: Database, signatures: readonly string[]): Promise<Set<string>> {
  if (signatures.length === 0) return new Set();
  const { rows } = await sql<{ signature: string }>`
    select signature from unnest(${signatures}::text[]) as asked (signature) where not ${isKnown(sql`asked.signature`)}`.execute(
    db,
  );
  return new Set(rows.map(({ signature }) => signature));
}

/**
 * Booked, ours, or already reported to operators, so a stop that an operator ended isn't repeated for it. A payment
 * that was given up no longer counts as ours: it shouldn't be on the chain.
 */
function isKnown(signature: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from payment_attempts where signature = ${signature} and state <> 'EXPIRED')
    or exists (select from alerts where kind = 'unexplained_outflow' and subject = ${signature})
    or exists (select from suspense_items where signature = ${signature} and reason = 'unknown_sender'
                  and address in (select hot_address from chain_state union all select address from wallet_keys))
    or exists (select from cold_movements where signature = ${signature} and kind = 'return')
    or exists (select from chain_fundings where signature = ${signature}))`;
}

/** @returns false when the next run has to look again */
async function book(services: Scanning, shown: ChainTransaction, look: Look): Promise<boolean> {
  const { chain, keys, platformWallet } = services;
  const transaction = asOneHotWallet(keys, shown);
  const { signature } = transaction;
  const change = transaction.changes.get(platformWallet.address) ?? 0n;
  if (change === 0n) {
    idleOf(chain).add(signature);
    return true;
  }
  if (await wasGivenUp(services, signature)) {
    const detail = `${signature} was given up as dead, and has landed: what it paid may have been paid or given back before`;
    await alertOutflow(services, signature, detail);
    return true;
  }
  const fromCold = await bookColdMovements(services, shown);
  // The same transaction may have paid a cold wallet and this one.
  if (fromCold === "arrived" && change > 0n) await keep(services, shown);
  if (fromCold !== false) return fromCold !== "later";
  const recognized = await recognizeOwn(services, shown, look);
  if (recognized === "later") return false;
  if (recognized) return true;
  // One of them may have paid the other, which nobody but the platform has a key for.
  const left = keys.hot.reduce((sum, { address }) => sum + negative(shown.changes.get(address) ?? 0n), 0n);
  if (left === 0n) await keep(services, shown);
  else {
    const payee = noteIn(services, transaction);
    const of = payee
      ? ` (it pays ${formatAmount(payee.amount)} BBUX of member ${payee.userId}, who has less in these books)`
      : "";
    const detail = `The hot wallet paid ${-left} base units by ${signature}, which is no transaction of the platform${of}`;
    await alertOutflow(services, signature, detail);
  }
  return true;
}

async function alertOutflow(services: Needs, signature: string, detail: string): Promise<void> {
  await stopWithdrawals(services, detail);
  await raiseAlert(services, { kind: "unexplained_outflow", subject: signature, detail });
}

async function wasGivenUp({ db }: Needs, signature: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment_attempts where signature = ${signature} and state = 'EXPIRED'`.execute(db);
  return rows.length > 0;
}

const negative = (amount: bigint) => (amount < 0n ? amount : 0n);

/** Keeps what a transaction of somebody else brought each hot wallet. */
async function keep({ db, now, keys }: Scanning, { signature, slot, changes }: ChainTransaction): Promise<void> {
  const arrived = keys.hot.flatMap(({ address }) => {
    const amount = changes.get(address) ?? 0n;
    return amount > 0n ? [{ signature, address, amount, slot, reason: "unknown_sender" as const }] : [];
  });
  const kept = await db.transaction().execute(async (trx) => {
    // Funding the local chain takes the same lock, so an arrival is booked as one or the other.
    await sql`select from chain_state for no key update`.execute(trx);
    const { rows } = await sql<{ known: boolean }>`select ${isKnown(sql`${signature}`)} as known`.execute(trx);
    if (rows[0]?.known !== false) return [];
    const items: typeof arrived = [];
    for (const item of arrived) if ((await keepSuspense(trx, item)) !== null) items.push(item);
    return items;
  });
  // Dust is booked and listed, too, but alerts about it would bury those that matter.
  for (const { amount } of kept.filter((item) => item.amount >= WALLET.deposit.min)) {
    const detail = `${amount} base units at the hot wallet from no member's deposit address`;
    await raiseAlert({ db, now }, { kind: "unclaimed_deposit", subject: signature, detail });
  }
}
