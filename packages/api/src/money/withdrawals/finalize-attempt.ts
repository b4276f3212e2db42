import { sql } from "kysely";
import type { Failpoint, Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { type AlertKind, awaitRounds, closeRefusal } from "../chain/index.ts";
import { asOneHotWallet, walletKeys } from "../wallet-keys/index.ts";
import { type Attempt, endAttempt, OPEN } from "./attempts.sql.ts";
import { agreeThatEnded, isNonceUsed } from "./both-nodes.ts";
import { releaseNonce } from "./nonces.ts";
import { rulesOf } from "./subjects.ts";

/** `unseen`: the node can't show the transaction, or contradicts itself. `undecided`: the witness doesn't agree yet. */
export type Finalized = "done" | "unseen" | "undecided";

/** Updates the books, once, for an attempt that landed for good. What is given back because of it needs both nodes to agree. */
export async function finalizeAttempt(services: Services, attempt: Attempt): Promise<Finalized> {
  const transaction = await services.chain.transaction(attempt.signature);
  // The node reports it final but has no such transaction, which contradicts itself; the next check decides.
  if (!transaction) return "unseen";
  if (transaction.failed || attempt.cancels) {
    if (!(await isNonceUsed(services.chain, attempt, transaction))) return "unseen";
    if (!(await agreeThatEnded(services, attempt, transaction))) return "undecided";
  }
  const { subject } = attempt;
  const point = attempt.cancels ? "withdrawal.canceled" : "withdrawal.finalized";
  await passFailpoint(services, attempt, transaction.failed ? "withdrawal.failed" : point);
  // What failed is tried again after a while.
  const at = transaction.failed ? await services.databaseNow() : services.now();
  const rules = rulesOf(subject);
  const end = transaction.failed ? "FAILED" : attempt.cancels ? "CANCELED" : "FINALIZED";
  // Creating a nonce account costs the hot wallet its rent as well as the fee.
  const { changes } = asOneHotWallet(await walletKeys(services), transaction);
  const moved = changes.get(services.platformWallet.address) ?? 0n;
  const cost = subject.kind === "nonce" ? -moved : transaction.fee;
  const done = await withEffects(services, async (trx, effects) => {
    if (!(await rules.lock(trx, subject.id))) return false;
    // The address of a sweep that the books had forgotten may show a lost deposit now.
    if (attempt.fence === 0 && subject.kind === "sweep") await awaitRounds(trx);
    if (!(await endAttempt(trx, attempt, end, { at, slot: transaction.slot }))) return false;
    await releaseNonce(trx, attempt, transaction.slot, at);
    const landed = { slot: transaction.slot, cost };
    if (attempt.cancels) await rules.cancel(trx, effects, attempt, landed, at);
    else if (transaction.failed) await rules.fail(trx, effects, attempt, cost, at);
    else await rules.settle(trx, effects, attempt, landed, at);
    await passFailpoint(services, attempt, "withdrawal.unsettled");
    return true;
  });
  if (!done) return "done";
  // It is now known where the SOL went, so an alert about it is settled.
  await closeDoubts(services, attempt);
  if (subject.kind === "withdrawal") await closeRefusal(services, subject.id);
  await passFailpoint(services, attempt, "withdrawal.settled");
  return "done";
}

const DOUBTS: readonly AlertKind[] = ["payment_in_doubt", "nodes_disagree"];

/** Closes alerts about an attempt that has ended. They may have been raised about another attempt with the same nonce. */
export async function closeDoubts({ db, now }: Services, { signature, nonce }: Attempt): Promise<void> {
  await sql`
    with same as (
      select signature, state from payment_attempts
       where signature = ${signature} or nonce_id = ${nonce?.id ?? null} and nonce_value = ${nonce?.value ?? null})
    update alerts set closed_at = ${now()}
     where closed_at is null and kind = any (${DOUBTS}::text[]) and subject in (select signature from same)
       and not exists (select from same where state = any (${OPEN}::text[]))`.execute(db);
}

/** Sweeps, moves to the cold wallet and nonce accounts have failpoints of their own where it matters to them. */
const own: Record<Attempt["subject"]["kind"], Partial<Record<Failpoint, Failpoint>> | null> = {
  withdrawal: null,
  sweep: { "withdrawal.sent": "sweep.sent", "withdrawal.finalized": "sweep.finalized" },
  cold: {
    "withdrawal.sent": "cold.sent",
    "withdrawal.finalized": "cold.finalized",
    "withdrawal.unsettled": "cold.uncommitted",
    "withdrawal.settled": "cold.settled",
  },
  nonce: { "withdrawal.finalized": "nonce.finalized" },
};
/** Of a nonce account's transactions, those that move something for the platform's keys. */
const ofKeys: Partial<Record<Failpoint, Failpoint>> = {
  "withdrawal.sent": "keys.sent",
  "withdrawal.canceled": "keys.moved",
  "withdrawal.unsettled": "keys.uncommitted",
  "withdrawal.settled": "keys.settled",
};

export async function passFailpoint(services: Services, { subject, move }: Attempt, point: Failpoint): Promise<void> {
  const points = move ? ofKeys : own[subject.kind];
  const passed = points === null ? point : points[point];
  if (passed) await services.failpoint(passed);
}
