import type { ChainTransaction } from "@bbux/chain";
import type { Database } from "@bbux/db";
import { EXTERNAL_OWNER } from "@bbux/ledger";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { raiseAlert } from "../chain/alerts.commands.ts";
import { chainState } from "../chain/state.queries.ts";
import { keepSuspense } from "./credit.command.ts";

type Needs = Pick<Services, "db" | "chain" | "now" | "failpoint" | "platformWallet">;

const PAGE = 1_000;
/** As far back as a look from the start goes. */
const MOST = 10_000;

/**
 * Reads what happened to the hot wallet since the last time: what came in from nobody's deposit address is suspense
 * (DECISIONS 1.9); what went out by no transaction of ours stops all payments, for somebody else has the key.
 * @param from `start` reads what was read before once more, because a list of signatures may have come back short
 * @returns the number of transactions that were new
 */
export async function scanHotWallet(services: Needs, from: "last" | "start" = "last"): Promise<number> {
  const { db, chain, now, platformWallet } = services;
  const address = platformWallet.address;
  const { hotSignature } = await chainState(db);
  const { slot, lamports } = await chain.balances([address]);
  const fresh = await since(services, from === "last" ? hotSignature : null);
  for (const signature of fresh.toReversed()) {
    if (await isKnown(db, signature)) continue;
    const transaction = await chain.transaction(signature);
    // Not there yet though it is listed: the next look begins before it.
    if (!transaction) return 0;
    await book(services, transaction);
  }
  const [newest] = fresh;
  await sql`
    update chain_state set hot_signature = coalesce(${newest ?? null}, hot_signature),
      hot_lamports = ${String(lamports[0] ?? 0n)}::bigint, hot_slot = ${slot.toString()}::bigint, hot_seen_at = ${now()}
     where hot_slot <= ${slot.toString()}::bigint`.execute(db);
  return fresh.length;
}

/** Newest first. */
async function since({ chain, platformWallet }: Needs, until: string | null): Promise<string[]> {
  const signatures: string[] = [];
  for (;;) {
    const list = await chain.signaturesOf(platformWallet.address, {
      limit: PAGE,
      before: signatures.at(-1),
      until: until ?? undefined,
    });
    if (list.length === 0 || (until === null && signatures.length > MOST)) return signatures;
    signatures.push(...list.map(({ signature }) => signature));
  }
}

/** In the books, ours, or told to operators: who has ended the stop that it caused is not stopped by it again. */
async function isKnown(db: Database, signature: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment_attempts where signature = ${signature}
    union all select from alerts where kind = 'unexplained_outflow' and subject = ${signature}
    union all select from suspense_items where signature = ${signature} and reason = 'unknown_sender'
    union all select from chain_fundings where signature = ${signature}`.execute(db);
  return rows.length > 0;
}

async function book(services: Needs, transaction: ChainTransaction): Promise<void> {
  const { db, platformWallet } = services;
  const address = platformWallet.address;
  const { signature, slot } = transaction;
  const change = transaction.changes.get(address) ?? 0n;
  if (change > 0n) {
    const item = { signature, address, amount: change, slot, reason: "unknown_sender" } as const;
    const kept = await db.transaction().execute(async (trx) => {
      // Under the lock that the local chain's funding takes, too: it is the one or the other.
      await sql`select from chain_state for no key update`.execute(trx);
      return !(await isKnown(trx, signature)) && keepSuspense(trx, item);
    });
    if (!kept) return;
    const detail = `${change} base units at the hot wallet from nobody's deposit address`;
    await raiseAlert(services, { kind: "unclaimed_deposit", subject: signature, detail });
  }
  if (change < 0n) {
    const detail = `The hot wallet paid ${-change} base units by ${signature}, which is no transaction of the platform`;
    await stopWithdrawals(services, detail);
    await raiseAlert(services, { kind: "unexplained_outflow", subject: signature, detail });
  }
}

/** The emergency stop: nothing is signed or sent after it, until an operator resumes. The first reason stays. */
export async function stopWithdrawals({ db, now }: Pick<Services, "db" | "now">, because: string): Promise<void> {
  await db
    .updateTable("chain_state")
    .set({ withdrawals_stopped_at: now(), withdrawals_stopped_because: because })
    .where("withdrawals_stopped_at", "is", null)
    .execute();
}

/** Ends the emergency stop. @returns whether there was one */
export async function resumeWithdrawals(db: Database): Promise<boolean> {
  const done = await db
    .updateTable("chain_state")
    .set({ withdrawals_stopped_at: null, withdrawals_stopped_because: null })
    .where("withdrawals_stopped_at", "is not", null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/**
 * What the hot wallet holds by the books, in lamports: all SOL there is by the books, less what lies at deposit addresses.
 */
export async function bookedHotWallet(db: Database): Promise<bigint> {
  // One statement, one snapshot: a deposit is in both sums or in neither.
  const { rows } = await sql<{ hot: string }>`
    select (select -balance from ledger_balances where kind = 'external' and owner = ${EXTERNAL_OWNER})
         - (select coalesce(sum(booked), 0) from wallets where booked > 0) as hot`.execute(db);
  return BigInt(rows[0]?.hot ?? 0);
}
