import { ChainError, type ChainTransaction, type SignatureInfo } from "@bbux/chain";
import { formatAmount, WALLET } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { chainState, closeAlert, idleTransactions, raiseAlert, readFence } from "../chain/index.ts";
import { bookColdMovements } from "./cold-movements.command.ts";
import { noteIn } from "./forgotten.ts";
import { recognizeOwn } from "./recognize.command.ts";
import { stopWithdrawals } from "./stop.command.ts";
import { keepSuspense } from "./suspense.command.ts";

type Needs = Pick<Services, "db" | "chain" | "now" | "failpoint" | "platformWallet">;

const PAGE = 1_000;
/** The most signatures that a scan from the start goes back. */
const MOST = 10_000;
/** Transactions read in one run. Anyone can name the hot wallet in any number of them; the next run continues. */
const READS = 200;
/** If a node can't show a transaction after this many slots, about ten minutes, it never will. */
const LATE_SLOTS = 1_500n;

/**
 * Reads the hot wallet's transactions since the last run. SOL that came from no deposit address is suspense
 * (docs/DECISIONS.md 1.9); SOL that left by a transaction that isn't ours stops all payments, because someone else has
 * the key.
 * @param from `start` reads everything again, because a list of signatures may have come back short
 * @param minSlot refuses what a node says before it has seen this slot
 * @returns whether everything that the chain lists has been read
 */
export async function scanHotWallet(
  services: Needs,
  from: "last" | "start" = "last",
  minSlot?: bigint,
): Promise<boolean> {
  const { db, chain, platformWallet } = services;
  const { hotSignature } = await chainState(db);
  const { slot, lamports } = await chain.balances([platformWallet.address], minSlot);
  const fresh = await since(services, from === "last" ? hotSignature : null, slot);
  const unknown = await leaveOutKnown(
    db,
    fresh.map(({ signature }) => signature),
  );
  const idle = idleOf(chain);
  let readTo: string | null = null;
  let reads = 0;
  const later: SignatureInfo[] = [];
  try {
    for (const listed of fresh.toReversed()) {
      if (unknown.has(listed.signature) && !idle.has(listed.signature)) {
        if (reads++ === READS) return false;
        const outcome = await read(services, listed, slot);
        if (outcome === "unread") return false;
        if (outcome === "later") later.push(listed);
      }
      if (later.length === 0) readTo = listed.signature;
    }
    // What came after them may have explained them, or has shown that another round is needed.
    if (later.length > 0 && !(await readFence(db))?.isRoundDone) return false;
    for (const listed of later) {
      if ((await read(services, listed, slot, true)) !== "done") return false;
    }
    return true;
  } finally {
    await noteRead(services, readTo, slot, lamports[0] ?? 0n);
  }
}

/** Saves the progress, whatever happened to the rest. */
async function noteRead({ db, now }: Needs, readTo: string | null, slot: bigint, lamports: bigint): Promise<void> {
  await sql`
    update chain_state set hot_signature = coalesce(${readTo}, hot_signature),
      hot_lamports = ${lamports.toString()}::bigint, hot_slot = ${slot.toString()}::bigint, hot_seen_at = ${now()}
     where hot_slot <= ${slot.toString()}::bigint`.execute(db);
}

/** Newest first. */
async function since(
  { chain, platformWallet }: Needs,
  until: string | null,
  minSlot: bigint,
): Promise<SignatureInfo[]> {
  const listed: SignatureInfo[] = [];
  for (;;) {
    const list = await chain.signaturesOf(platformWallet.address, {
      limit: PAGE,
      before: listed.at(-1)?.signature,
      until: until ?? undefined,
      minSlot,
    });
    if (list.length === 0 || (until === null && listed.length > MOST)) return listed;
    listed.push(...list);
  }
}

/** Signatures that changed nothing in the hot wallet. */
const idleOf = idleTransactions();

/**
 * Books one transaction.
 * @param isLastLook all addresses have been read since whatever else there is was booked
 * @returns `unread` when the node can't show it yet; `later` when something else has to be booked before it
 */
async function read(
  services: Needs,
  { signature, slot }: SignatureInfo,
  now: bigint,
  isLastLook = false,
): Promise<"done" | "later" | "unread"> {
  let why = "the node does not have it";
  try {
    const transaction = await services.chain.transaction(signature);
    if (transaction) {
      if (!(await book(services, transaction, isLastLook))) return "later";
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
                  and address = (select hot_address from chain_state))
    or exists (select from cold_movements where signature = ${signature} and kind = 'return')
    or exists (select from chain_fundings where signature = ${signature}))`;
}

/** @returns false when the next run has to look again */
async function book(services: Needs, transaction: ChainTransaction, isLastLook: boolean): Promise<boolean> {
  const { chain, platformWallet } = services;
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
  const fromCold = await bookColdMovements(services, transaction);
  // The same transaction may have paid a cold wallet and this one.
  if (fromCold === "arrived" && change > 0n) await keep(services, transaction, change);
  if (fromCold !== false) return fromCold !== "later";
  const recognized = await recognizeOwn(services, transaction, isLastLook);
  if (recognized === "later") return false;
  if (recognized) return true;
  if (change > 0n) await keep(services, transaction, change);
  else {
    const payee = noteIn(services, transaction);
    const of = payee
      ? ` (it pays ${formatAmount(payee.amount)} BBUX of member ${payee.userId}, who has less in these books)`
      : "";
    const detail = `The hot wallet paid ${-change} base units by ${signature}, which is no transaction of the platform${of}`;
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

async function keep(services: Needs, { signature, slot }: ChainTransaction, amount: bigint): Promise<void> {
  const { db, platformWallet } = services;
  const item = { signature, address: platformWallet.address, amount, slot, reason: "unknown_sender" } as const;
  const kept = await db.transaction().execute(async (trx) => {
    // Funding the local chain takes the same lock, so an arrival is booked as one or the other.
    await sql`select from chain_state for no key update`.execute(trx);
    const { rows } = await sql<{ known: boolean }>`select ${isKnown(sql`${signature}`)} as known`.execute(trx);
    return rows[0]?.known === false && (await keepSuspense(trx, item)) !== null;
  });
  // Dust is booked and listed, too, but alerts about it would bury those that matter.
  if (!kept || amount < WALLET.deposit.min) return;
  const detail = `${amount} base units at the hot wallet from nobody's deposit address`;
  await raiseAlert(services, { kind: "unclaimed_deposit", subject: signature, detail });
}
