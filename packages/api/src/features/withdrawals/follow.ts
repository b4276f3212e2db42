import type { SignatureStatus } from "@bbux/chain";
import { ChainError } from "@bbux/chain";
import type { Services } from "../../context.ts";
import { withEffects } from "../../effects.ts";
import type { Failpoint } from "../../failpoints.ts";
import { closeAlert } from "../chain/alerts.commands.ts";
import { chainState } from "../chain/state.queries.ts";
import { type Attempt, endAttempt } from "./attempts.sql.ts";
import { rulesOf } from "./subjects.ts";
import { balanceBearsOut } from "./witness.ts";

/** The same bytes are handed to the network again after so long without a trace of them. */
const RESEND_MS = 2_000;

/** What one pass has learnt of the chain. */
export interface Sight {
  readonly statuses: ReadonlyMap<string, SignatureStatus | null>;
  readonly finalizedHeight: bigint;
}

/**
 * Takes the next step for one attempt, from what the chain says of its signature alone (FAULTS, Withdrawals). Every step may
 * be repeated, and by two workers at once.
 */
export async function follow(services: Services, attempt: Attempt, sight: Sight): Promise<void> {
  const status = sight.statuses.get(attempt.signature) ?? null;
  if (status?.level === "finalized") return settle(services, attempt);
  if (status) return clearMissing(services, attempt);
  if (sight.finalizedHeight <= attempt.lastValidBlockHeight) return send(services, attempt);
  await giveUp(services, attempt);
}

/** Landed for good: the books follow, once. */
async function settle(services: Services, attempt: Attempt): Promise<void> {
  const transaction = await services.chain.transaction(attempt.signature);
  // The node says final and has no such transaction: that is not both true. The next look decides.
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
  // Where the SOL went is known now, if it was ever asked.
  await closeAlert(services, "unexplained_outflow", attempt.signature);
  await pass(services, attempt, "withdrawal.settled");
}

/** Whatever comes of this call, the transaction may land: only its status says. */
async function send(services: Services, attempt: Attempt): Promise<void> {
  const at = services.now();
  // Whichever way clocks were set.
  if (attempt.sentAt && Math.abs(at.getTime() - attempt.sentAt.getTime()) < RESEND_MS) return;
  // Asked here and not once for all: the stop may be given while the chain is waited for.
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
 * The finalized height has passed what the blockhash allows and nothing is known of the signature. Given up only after a
 * second such look, half a minute later, with history search, and when the hot wallet's balance bears it out: a node that
 * lies about one of them does not make us pay twice.
 */
async function giveUp(services: Services, attempt: Attempt): Promise<void> {
  const { db, chain, money } = services;
  if (await chain.transaction(attempt.signature)) return settle(services, attempt);
  const now = services.now();
  // Younger than any blockhash lives: who says that it has expired is wrong about the height.
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

/** Sweeps have points of their own for what matters to them. */
const ofSweeps: Partial<Record<Failpoint, Failpoint>> = {
  "withdrawal.sent": "sweep.sent",
  "withdrawal.finalized": "sweep.finalized",
};

async function pass(services: Services, { subject }: Attempt, point: Failpoint): Promise<void> {
  const own = subject.kind === "withdrawal" ? point : ofSweeps[point];
  if (own) await services.failpoint(own);
}
