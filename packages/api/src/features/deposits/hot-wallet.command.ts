import { ChainError, type ChainGateway, type ChainTransaction, type SignatureInfo } from "@bbux/chain";
import { WALLET } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";
import type { Services } from "../../context.ts";
import { closeAlert, raiseAlert } from "../chain/alerts.commands.ts";
import { chainState } from "../chain/state.queries.ts";
import { audit, BY_COMMAND, type Operator } from "../moderation/audit.command.ts";
import { keepSuspense } from "./credit.command.ts";

type Needs = Pick<Services, "db" | "chain" | "now" | "failpoint" | "platformWallet">;

const PAGE = 1_000;
/** As far back as a look from the start goes. */
const MOST = 10_000;
/** Transactions that are read in one go. Anybody may name the hot wallet in as many as they like; the next go goes on. */
const READS = 200;
/** What a node still cannot show after so many slots, some ten minutes, it never will. */
const LATE_SLOTS = 1_500n;

/**
 * Reads what happened to the hot wallet since the last time: what came in from nobody's deposit address is suspense
 * (DECISIONS 1.9); what went out by no transaction of ours stops all payments, for somebody else has the key.
 * @param from `start` reads what was read before once more, because a list of signatures may have come back short
 * @returns whether all that the chain lists is read
 */
export async function scanHotWallet(services: Needs, from: "last" | "start" = "last"): Promise<boolean> {
  const { db, chain, platformWallet } = services;
  const { hotSignature } = await chainState(db);
  const { slot, lamports } = await chain.balances([platformWallet.address]);
  const fresh = await since(services, from === "last" ? hotSignature : null);
  const unknown = await leaveOutKnown(
    db,
    fresh.map(({ signature }) => signature),
  );
  const idle = idleOf(chain);
  let readTo: string | null = null;
  let reads = 0;
  try {
    for (const listed of fresh.toReversed()) {
      if (unknown.has(listed.signature) && !idle.has(listed.signature)) {
        if (reads++ === READS || !(await read(services, listed, slot))) return false;
      }
      readTo = listed.signature;
    }
    return true;
  } finally {
    await noteRead(services, readTo, slot, lamports[0] ?? 0n);
  }
}

/** What was read stays read, whatever became of the rest. */
async function noteRead({ db, now }: Needs, readTo: string | null, slot: bigint, lamports: bigint): Promise<void> {
  await sql`
    update chain_state set hot_signature = coalesce(${readTo}, hot_signature),
      hot_lamports = ${lamports.toString()}::bigint, hot_slot = ${slot.toString()}::bigint, hot_seen_at = ${now()}
     where hot_slot <= ${slot.toString()}::bigint`.execute(db);
}

/** Newest first. */
async function since({ chain, platformWallet }: Needs, until: string | null): Promise<SignatureInfo[]> {
  const listed: SignatureInfo[] = [];
  for (;;) {
    const list = await chain.signaturesOf(platformWallet.address, {
      limit: PAGE,
      before: listed.at(-1)?.signature,
      until: until ?? undefined,
    });
    if (list.length === 0 || (until === null && listed.length > MOST)) return listed;
    listed.push(...list);
  }
}

/** Signatures that changed nothing of the hot wallet's, by chain: nothing is kept of them, and they are not read again. */
const idleOnes = new WeakMap<object, Set<string>>();
const MOST_IDLE = 100_000;

function idleOf(chain: ChainGateway): Set<string> {
  const known = idleOnes.get(chain) ?? new Set();
  idleOnes.set(chain, known);
  if (known.size > MOST_IDLE) known.clear();
  return known;
}

/**
 * Brings one transaction into the books.
 * @returns false when the node cannot show it yet: the next look begins there
 */
async function read(services: Needs, { signature, slot }: SignatureInfo, now: bigint): Promise<boolean> {
  let why = "the node does not have it";
  try {
    const transaction = await services.chain.transaction(signature);
    if (transaction) {
      await book(services, transaction);
      // It may have been told of when the node could not show it.
      await closeAlert(services, "unexplained_balance", signature);
      return true;
    }
  } catch (error) {
    if (!(error instanceof ChainError) || error.code === "RATE_LIMITED") throw error;
    why = error.message;
  }
  if (now - slot < LATE_SLOTS) return false;
  // Anybody can name the hot wallet in a transaction that nodes do not show to us: the others must not wait for it.
  const detail = `A transaction that names the hot wallet cannot be read: ${why}`;
  await raiseAlert(services, { kind: "unexplained_balance", subject: signature, detail });
  return true;
}

/** Those that are neither in the books, nor ours, nor told to operators. */
async function leaveOutKnown(db: Database, signatures: readonly string[]): Promise<Set<string>> {
  if (signatures.length === 0) return new Set();
  const { rows } = await sql<{ signature: string }>`
    select signature from unnest(${signatures}::text[]) as asked (signature) where not ${isKnown(sql`asked.signature`)}`.execute(
    db,
  );
  return new Set(rows.map(({ signature }) => signature));
}

/**
 * In the books, ours, or told to operators: who has ended the stop that it caused is not stopped by it again. A payment
 * that was given up is ours no more: it has no business on the chain.
 */
function isKnown(signature: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from payment_attempts where signature = ${signature} and state <> 'EXPIRED')
    or exists (select from alerts where kind = 'unexplained_outflow' and subject = ${signature})
    or exists (select from suspense_items where signature = ${signature} and reason = 'unknown_sender')
    or exists (select from chain_fundings where signature = ${signature}))`;
}

async function book(services: Needs, transaction: ChainTransaction): Promise<void> {
  const { chain, platformWallet } = services;
  const { signature } = transaction;
  const change = transaction.changes.get(platformWallet.address) ?? 0n;
  if (change === 0n) {
    idleOf(chain).add(signature);
    return;
  }
  if (await wasGivenUp(services, signature)) {
    const detail = `${signature} was given up as dead, and has landed: what it paid may have been paid or given back before`;
    await stopWithdrawals(services, detail);
    await raiseAlert(services, { kind: "unexplained_outflow", subject: signature, detail });
  } else if (change > 0n) await keep(services, transaction, change);
  else {
    const detail = `The hot wallet paid ${-change} base units by ${signature}, which is no transaction of the platform`;
    await stopWithdrawals(services, detail);
    await raiseAlert(services, { kind: "unexplained_outflow", subject: signature, detail });
  }
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
    // Under the lock that the local chain's funding takes, too: it is the one or the other.
    await sql`select from chain_state for no key update`.execute(trx);
    const { rows } = await sql<{ known: boolean }>`select ${isKnown(sql`${signature}`)} as known`.execute(trx);
    return !rows[0]?.known && keepSuspense(trx, item);
  });
  // Dust is kept and listed, too; alerts about it would bury those that matter, for next to nothing.
  if (!kept || amount < WALLET.deposit.min) return;
  const detail = `${amount} base units at the hot wallet from nobody's deposit address`;
  await raiseAlert(services, { kind: "unclaimed_deposit", subject: signature, detail });
}

/**
 * The emergency stop: nothing is signed or sent after it, until an operator resumes. The first reason stays.
 * @returns whether there was none
 */
export async function stopWithdrawals(
  { db, now }: Pick<Services, "db" | "now">,
  because: string,
  actor: string | null = null,
): Promise<boolean> {
  const at = now();
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("chain_state")
      .set({ withdrawals_stopped_at: at, withdrawals_stopped_because: because })
      .where("withdrawals_stopped_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await audit(trx, { actor, action: "WITHDRAWALS_STOPPED", reason: because, at });
    return numUpdatedRows > 0n;
  });
}

/** Ends the emergency stop. @returns whether there was one */
export async function resumeWithdrawals(
  { db, now }: Pick<Services, "db" | "now">,
  by: Operator = BY_COMMAND,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("chain_state")
      .set({ withdrawals_stopped_at: null, withdrawals_stopped_because: null })
      .where("withdrawals_stopped_at", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await audit(trx, { ...by, action: "WITHDRAWALS_RESUMED", at: now() });
    return numUpdatedRows > 0n;
  });
}
