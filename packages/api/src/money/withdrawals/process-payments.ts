import type { SignatureStatus } from "@bbux/chain";
import { pagesById } from "@bbux/db";
import { sql } from "kysely";
import { forEachConcurrently } from "../../platform/concurrency/index.ts";
import type { Services } from "../../platform/context/index.ts";
import {
  chainState,
  closeAlert,
  type Fence,
  isDueSoon,
  isSignerUp,
  noticeBooks,
  payableSince,
  raiseAlert,
  requireSameChain,
} from "../chain/index.ts";
import { areKeysKnown } from "../hot-wallet/index.ts";
import { advanceAttempt, type ChainSnapshot } from "./advance-attempt.ts";
import { anchorCheckpoint } from "./anchor.command.ts";
import { type Attempt, openAttempts } from "./attempts.sql.ts";
import { settleHolds } from "./consume-nonce.ts";
import { planNonces, readNonces } from "./nonces.ts";
import { compareKeys, passFence } from "./pass-fence.ts";
import { refundCanceled } from "./refund-canceled.ts";
import { cancelOld } from "./replace.ts";
import { reviewApprovals } from "./review-approvals.ts";
import { sendAttempts } from "./send-attempts.ts";
import { signWaiting } from "./sign.ts";
import { takeOver } from "./take-over.command.ts";

/** Signatures per call to the chain. */
const BATCH_SIZE = 256;
/** Operators are alerted to payments that take longer than this. */
const STUCK_MS = 15 * 60_000;

/**
 * Takes every open withdrawal and sweep one step further: one call for all statuses, then what each needs. Safe to run
 * in several processes and to be killed anywhere, because the database and the chain decide each step.
 * @returns how many are still open
 * @throws ChainError when the chain can't be reached; nothing is lost by that
 */
export async function processPayments(services: Services): Promise<number> {
  await requireSameChain(services);
  const { withdrawalsStopped } = await chainState(services.db);
  let failed: unknown;
  let fence: Fence | null = null;
  const sign = async () => {
    // Restored books learn of their hot wallets even while payments are stopped, or the SOL in them would seem to be gone.
    if (withdrawalsStopped && (await areKeysKnown(services.db))) return;
    if (!(await isSignerUp(services))) return;
    if (withdrawalsStopped) return void (await compareKeys(services, await noticeBooks(services.db)));
    fence = await passFence(services);
    if (!fence) return;
    // Once the keys are known: accounts are created for the newest.
    await planNonces(services);
    await settleHolds(services, fence);
    await takeOver(services, fence);
    await signWaiting(services, fence);
    // Newly stored payments are sent immediately.
    await advanceAll(services);
  };
  // Behind the payments, which a fault in it must not keep from being sent.
  const anchor = async () => {
    if (fence && (await anchorCheckpoint(services, fence))) await advanceAll(services);
  };
  if (!withdrawalsStopped) await cancelOld(services);
  // A payment that can't be followed doesn't keep others from being signed.
  const review = () => reviewApprovals(services);
  const refund = () => refundCanceled(services);
  for (const step of [() => advanceAll(services), review, refund, sign, anchor, () => alertStuck(services)]) {
    try {
      await step();
    } catch (error) {
      failed ??= error;
    }
  }
  if (failed) throw failed;
  return countOpen(services, withdrawalsStopped !== null);
}

/** Works in batches, so the newest gets its turn, however many are open. */
async function advanceAll(services: Services): Promise<void> {
  let failed: unknown;
  for await (const attempts of pagesById((after) => openAttempts(services.db, BATCH_SIZE, after))) {
    try {
      await advanceBatch(services, attempts);
    } catch (error) {
      failed ??= error;
    }
  }
  if (failed) throw failed;
}

async function advanceBatch(services: Services, attempts: readonly Attempt[]): Promise<void> {
  const signatures = attempts.map(({ signature }) => signature);
  // Each read is at least as late as the one before: a signature that is unknown then was unknown when the height had passed, and
  // what has used up a nonce is known.
  const usesHeight = attempts.some(({ nonce }) => nonce === null);
  const { slot: since, height } = usesHeight ? await services.chain.finalizedHeight() : { slot: 0n, height: 0n };
  const held = attempts.flatMap(({ nonce }) => nonce ?? []);
  const { slot, nonces } = await readNonces(services, held, since);
  const known = await services.chain.statuses(signatures, slot);
  const statuses = new Map<string, SignatureStatus | null>(
    signatures.map((signature, index) => [signature, known[index] ?? null]),
  );
  const sight: ChainSnapshot = { statuses, nonces, slot, finalizedHeight: height };
  const toSend = new Set<Attempt>();
  // Those of one withdrawal or sweep take turns, because what one of them shows decides the others.
  const bySubject = Map.groupBy(attempts, ({ subject }) => `${subject.kind} ${subject.id}`);
  const advance = (ofOne: readonly Attempt[]) =>
    forEachConcurrently(ofOne, 1, async (attempt) => {
      if (await advanceAttempt(services, attempt, sight)) toSend.add(attempt);
    });
  const failed = await forEachConcurrently(bySubject.values(), services.money.concurrency, advance).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  await sendAttempts(
    services,
    attempts.filter((attempt) => toSend.has(attempt)),
  );
  if (failed) throw failed.error;
}

/**
 * Counts payments that can make progress: during an emergency stop, unsent ones wait for the operator, and those that wait for a
 * limit or for approval, or are held for security, are tried again on schedule.
 */
async function countOpen({ db }: Services, stopped: boolean): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from payment_attempts where state in ('SIGNED', 'SENT', 'REPLACED'))::int
         + case when ${stopped} then 0 else (select count(*) from withdrawals w where state = 'REQUESTED' and ${isDueSoon})::int
             + (select count(*) from sweeps where state = 'OPEN')::int
             + (select count(*) from cold_transfers where state = 'OPEN')::int
             + (select count(*) from wallet_keys where state <> 'DONE')::int end as n`.execute(db);
  return rows[0]?.n ?? 0;
}

async function alertStuck(services: Services): Promise<void> {
  const since = new Date((await services.databaseNow()).getTime() - STUCK_MS);
  const { rows } = await sql<{ id: string; open: boolean; state: string }>`
    (select w.id::text, w.state, true as open from withdrawals w
      where w.state in ('REQUESTED', 'SIGNED', 'SENT') and ${isDueSoon} and ${payableSince} < ${since}
      order by w.id limit 100)
    union all
    (select w.id::text, w.state, false from alerts a join withdrawals w on w.id = a.subject::bigint
      where a.kind = 'withdrawal_stuck' and a.closed_at is null and w.state in ('FINALIZED', 'REFUNDED')
      order by a.id limit 100)`.execute(services.db);
  for (const { id, open, state } of rows) {
    if (open) {
      const detail = `Withdrawal ${id} is ${state} for more than ${STUCK_MS / 60_000} minutes`;
      await raiseAlert(services, { kind: "withdrawal_stuck", subject: id, detail });
    } else await closeAlert(services, "withdrawal_stuck", id);
  }
}
