import { type RecordedTransaction, SignerError } from "@bbux/chain";
import { sql } from "kysely";
import { forEachConcurrently } from "../../platform/concurrency/index.ts";
import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { closeAlerts } from "../chain/index.ts";
import { agreeThatProgram } from "./both-nodes.ts";
import { IS_PROGRAM, whyNotPayable } from "./destination.ts";
import { holdNonces } from "./hold-nonces.ts";
import { type Hold, releaseHold } from "./holds.ts";
import type { PayoutSession } from "./pay-out.ts";
import { signOnNonce } from "./sign-on-nonce.ts";
import { type SignedPayment, storePayments } from "./store-payments.ts";
import type { NotStoredReason, Stored } from "./store-signed.ts";
import { refund } from "./subjects.ts";
import { isUnsigned, isWaiting, type Waiting } from "./waiting.sql.ts";

/** What came of withdrawals, and what failed, by id. */
export interface PaidWithdrawals {
  readonly outcomes: Map<string, Stored>;
  readonly failures: Map<string, unknown>;
}

/**
 * Holds nonces and fees for a batch of withdrawals in one transaction, has all of them signed, and stores them in a second one. A
 * worker that dies after any of these is followed by one that asks for the same. One that fails or waits doesn't hold up the others.
 */
export async function payWithdrawals(
  services: Services,
  items: readonly Waiting[],
  session: PayoutSession,
): Promise<PaidWithdrawals> {
  const paid: PaidWithdrawals = { outcomes: new Map(), failures: new Map() };
  if (!session.isRead) {
    for (const { subject } of items) paid.outcomes.set(subject.id, "no");
    return paid;
  }
  const payable = await withoutUnpayable(services, items, paid);
  const holds = await holdAll(services, payable, session, paid);
  const signed = await signAll(services, holds, session, paid);
  for (const _ of signed) await services.failpoint("withdrawal.signed");
  await eachOrAlone(
    signed,
    paid,
    ({ item }) => item,
    (some) => storePayments(services, some, session),
  );
  for (const outcome of paid.outcomes.values()) if (outcome === "stored") await services.failpoint("withdrawal.stored");
  await payCrowded(services, items, session, paid);
  return paid;
}

/** Those that found no nonce may have the ones that were given back, or payments that are refused would keep others waiting. */
async function payCrowded(
  services: Services,
  items: readonly Waiting[],
  session: PayoutSession,
  { outcomes, failures }: PaidWithdrawals,
): Promise<void> {
  const crowded = items.filter(({ subject }) => outcomes.get(subject.id) === "crowded");
  if (crowded.length === 0 || crowded.length === items.length || session.nonces.length === 0) return;
  const paid = await payWithdrawals(services, crowded, session);
  for (const [id, outcome] of paid.outcomes) outcomes.set(id, outcome);
  for (const [id, error] of paid.failures) failures.set(id, error);
}

interface HeldPayment {
  readonly item: Waiting;
  readonly hold: Hold;
}

async function holdAll(
  services: Services,
  items: readonly Waiting[],
  session: PayoutSession,
  paid: PaidWithdrawals,
): Promise<HeldPayment[]> {
  const held = new Map<string, Hold>();
  for (const { subject } of items) {
    const hold = session.holds.get(subject.id);
    // It is used up before it can be given back.
    if (hold?.isOver) paid.outcomes.set(subject.id, "no");
    else if (hold) held.set(subject.id, hold);
  }
  const fresh = items.filter(({ subject }) => !session.holds.has(subject.id));
  await eachOrAlone(
    fresh,
    paid,
    (item) => item,
    async (some) => {
      const outcomes = new Map<string, NotStoredReason>();
      for (const [id, hold] of await holdNonces(services, some, session)) {
        if (typeof hold === "string") outcomes.set(id, hold);
        else held.set(id, hold);
      }
      return outcomes;
    },
  );
  for (const { subject } of fresh) if (held.has(subject.id)) await services.failpoint("withdrawal.nonce");
  return items.flatMap((item) => {
    const hold = held.get(item.subject.id);
    return hold ? [{ item, hold }] : [];
  });
}

/** Asks for all at once, so that the signer brings several to disk together. */
async function signAll(
  services: Services,
  payments: readonly HeldPayment[],
  { fence, nonces }: PayoutSession,
  { failures }: PaidWithdrawals,
): Promise<SignedPayment[]> {
  const signed = new Map<string, RecordedTransaction>();
  await forEachConcurrently(payments, payments.length || 1, async ({ item, hold: { nonce, hot, priorityFee } }) => {
    const { id } = item.subject;
    const keys = { hot, nonce: nonce.version };
    await signOnNonce(services, item, { nonce, keys, priorityFee, fence }).then(
      (transaction) => signed.set(id, transaction),
      (error: unknown) => failures.set(id, error),
    );
  });
  for (const { item, hold } of payments) {
    const error = failures.get(item.subject.id);
    // Nothing was signed with it that pays anyone, so another payment may have it.
    if (!(error instanceof SignerError && error.code === "REFUSED")) continue;
    await releaseHold(services, hold);
    nonces.unshift(hold.nonce);
  }
  return payments.flatMap(({ item, hold }) => {
    const transaction = signed.get(item.subject.id);
    return transaction ? [{ item, hold, signed: transaction }] : [];
  });
}

/** Does all in one transaction; if that fails, each in its own, so that the one that fails is alone with it. */
async function eachOrAlone<Item>(
  items: readonly Item[],
  { outcomes, failures }: PaidWithdrawals,
  waitingOf: (item: Item) => Waiting,
  run: (some: readonly Item[]) => Promise<ReadonlyMap<string, Stored>>,
): Promise<void> {
  const keep = (found: ReadonlyMap<string, Stored>) => {
    for (const [id, outcome] of found) outcomes.set(id, outcome);
  };
  if (items.length === 0) return;
  if (items.length > 1) {
    const all = await run(items).catch(() => null);
    if (all) return keep(all);
  }
  for (const item of items) {
    try {
      keep(await run([item]));
    } catch (error) {
      failures.set(waitingOf(item).subject.id, error);
    }
  }
}

/**
 * An address can have become a program's since it was saved; the withdrawal is then refunded, as nothing was signed.
 * @returns the others
 */
async function withoutUnpayable(
  services: Services,
  items: readonly Waiting[],
  { outcomes, failures }: PaidWithdrawals,
): Promise<Waiting[]> {
  const problems = await whyNotPayable(
    services,
    items.map(({ destination }) => destination),
  );
  const payable: Waiting[] = [];
  for (const [nth, item] of items.entries()) {
    const { id } = item.subject;
    try {
      const problem = problems[nth] ?? null;
      if (problem === null) payable.push(item);
      else {
        outcomes.set(id, "no");
        await refundUnpayable(services, item, problem);
      }
    } catch (error) {
      failures.set(id, error);
    }
  }
  const agreed = payable.map(
    ({ subject }) => ({ kind: "nodes_disagree", subject: `withdrawal:${subject.id}` }) as const,
  );
  if (services.witness) await closeAlerts(services, agreed);
  return payable;
}

async function refundUnpayable(services: Services, { subject, destination }: Waiting, problem: string): Promise<void> {
  if (problem === IS_PROGRAM && !(await agreeThatProgram(services, subject, destination))) return;
  await withEffects(services, async (trx, effects) => {
    const at = services.now();
    if (await isUnsigned(trx, subject)) await refund(trx, effects, subject.id, problem, at);
    // With a nonce that it holds something may be signed: it is refunded once that is used up.
    else if (await isWaiting(trx, subject)) {
      await sql`
        update withdrawals set cancel_reason = ${problem}, updated_at = ${at}
         where id = ${subject.id} and cancel_reason is null`.execute(trx);
    }
  });
}
