import type { SignatureStatus } from "@bbux/chain";
import { ChainError } from "@bbux/chain";
import type { Failpoint, Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { chainState, closeAlert } from "../chain/index.ts";
import { type Attempt, endAttempt } from "./attempts.sql.ts";
import { balanceBearsOut } from "./balance-check.ts";
import { rulesOf } from "./subjects.ts";

/** How long a transaction may leave no trace before the same bytes are sent again. */
const RESEND_MS = 2_000;

/** What one pass has read from the chain. */
export interface ChainSnapshot {
  readonly statuses: ReadonlyMap<string, SignatureStatus | null>;
  readonly finalizedHeight: bigint;
}

/**
 * Takes the next step for one attempt, based only on what the chain says about its signature (docs/FAULTS.md,
 * Withdrawals). Every step may be repeated, also by two workers at the same time.
 */
export async function advanceAttempt(services: Services, attempt: Attempt, sight: ChainSnapshot): Promise<void> {
  const status = sight.statuses.get(attempt.signature) ?? null;
  if (status?.level === "finalized") return finalizeAttempt(services, attempt);
  if (status) return clearMissing(services, attempt);
  if (sight.finalizedHeight <= attempt.lastValidBlockHeight) return send(services, attempt);
  await giveUp(services, attempt);
}

/** Updates the books, once, for an attempt that landed for good. */
async function finalizeAttempt(services: Services, attempt: Attempt): Promise<void> {
  const transaction = await services.chain.transaction(attempt.signature);
  // The node reports it final but has no such transaction, which contradicts itself; the next check decides.
  if (!transaction) return;
  const { subject } = attempt;
  await pass(services, attempt, transaction.failed ? "withdrawal.failed" : "withdrawal.finalized");
  const at = services.now();
  const rules = rulesOf(subject);
  const done = await withEffects(services, async (trx, effects) => {
    if (!(await rules.lock(trx, subject.id))) return false;
    const end = transaction.failed ? "FAILED" : "FINALIZED";
    if (!(await endAttempt(trx, attempt, end, { at, slot: transaction.slot }))) return false;
    if (transaction.failed) await rules.fail(trx, effects, attempt, transaction.fee, at);
    else await rules.settle(trx, effects, attempt, transaction, at);
    await pass(services, attempt, "withdrawal.unsettled");
    return true;
  });
  if (!done) return;
  // It is now known where the SOL went, so an alert about it is settled.
  await closeAlert(services, "payment_in_doubt", attempt.signature);
  await pass(services, attempt, "withdrawal.settled");
}

/** Whatever this call returns, the transaction may land; only its status shows that. */
async function send(services: Services, attempt: Attempt): Promise<void> {
  const at = services.now();
  // Works even if clocks were changed.
  if (attempt.sentAt && Math.abs(at.getTime() - attempt.sentAt.getTime()) < RESEND_MS) return;
  // Checked for each attempt, because the stop may come while the chain is slow to answer.
  if ((await chainState(services.db)).withdrawalsStopped) return;
  try {
    await services.chain.send(attempt.bytes);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
  }
  await pass(services, attempt, "withdrawal.sent");
  await services.db.transaction().execute(async (trx) => {
    await rulesOf(attempt.subject).sent(trx, attempt.subject.id, at);
    await trx
      .updateTable("payment_attempts")
      .set({ state: "SENT", sent_at: at, updated_at: at })
      .where("id", "=", attempt.id)
      .where("state", "in", ["SIGNED", "SENT"])
      .execute();
  });
  await pass(services, attempt, "withdrawal.recorded");
}

async function clearMissing({ db }: Services, attempt: Attempt): Promise<void> {
  if (attempt.missingSince === null) return;
  await db.updateTable("payment_attempts").set({ missing_since: null }).where("id", "=", attempt.id).execute();
}

/**
 * Gives up an attempt whose blockhash has expired at the finalized height and whose signature is unknown. Requires a
 * second such lookup half a minute later, with history search, and the hot wallet's balance to confirm it, so a node
 * that lies about one of them can't make us pay twice.
 */
async function giveUp(services: Services, attempt: Attempt): Promise<void> {
  const { db, chain, money } = services;
  if (await chain.transaction(attempt.signature)) return finalizeAttempt(services, attempt);
  const now = services.now();
  // Too young for its blockhash to have expired: the node is wrong about the height.
  if (now.getTime() - attempt.createdAt.getTime() < 3 * money.secondLookMs) return;
  if (attempt.missingSince === null) {
    await db
      .updateTable("payment_attempts")
      .set({ missing_since: now })
      .where("id", "=", attempt.id)
      .where("missing_since", "is", null)
      .execute();
    return pass(services, attempt, "withdrawal.missing");
  }
  if (now.getTime() - attempt.missingSince.getTime() < money.secondLookMs) return;
  if (!(await balanceBearsOut(services, attempt))) return;
  await withEffects(services, async (trx, effects) => {
    const rules = rulesOf(attempt.subject);
    if (!(await rules.lock(trx, attempt.subject.id))) return;
    if (await endAttempt(trx, attempt, "EXPIRED", { at: now })) await rules.expire(trx, effects, attempt, now);
  });
  await pass(services, attempt, "withdrawal.expired");
}

/** Sweeps have their own failpoints where it matters to them. */
const ofSweeps: Partial<Record<Failpoint, Failpoint>> = {
  "withdrawal.sent": "sweep.sent",
  "withdrawal.finalized": "sweep.finalized",
};

async function pass(services: Services, { subject }: Attempt, point: Failpoint): Promise<void> {
  const own = subject.kind === "withdrawal" ? point : ofSweeps[point];
  if (own) await services.failpoint(own);
}
