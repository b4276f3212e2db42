import { FEE_PER_SIGNATURE, type SignedTransaction, SignerError, signaturesOf } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { closeAlert, type Fence } from "../chain/index.ts";
import { giveUpUnsigned } from "../cold-wallet/index.ts";
import { hasApprovals } from "./approvals.sql.ts";
import type { HeldNonce } from "./attempts.sql.ts";
import { agreeThatProgram } from "./both-nodes.ts";
import type { Funds } from "./funds.ts";
import { type Hold, isHeld, releaseHold } from "./holds.ts";
import { holdNonce } from "./nonces.ts";
import { type Exceeded, exceededLimits, type PayoutWindow } from "./payout-limits.ts";
import { signOnNonce } from "./sign-on-nonce.ts";
import { holdFor, type NotStoredReason, type Stored, storeSigned } from "./store-signed.ts";
import { refund } from "./subjects.ts";
import { isUnsigned, isWaiting, type Waiting, type WaitsFor } from "./waiting.sql.ts";
import { IS_PROGRAM, whyNotPayable } from "./withdraw.command.ts";

/** What the payments of one pass share. */
export interface PayoutSession {
  readonly fence: Fence;
  readonly funds: Funds;
  /** Version of the hot wallet that pays what is new. */
  readonly hot: number;
  /** Whether what happened to the hot wallet is known; otherwise nothing is paid. */
  readonly isRead: boolean;
  /** Of those that no payment holds yet; each is taken once. */
  readonly nonces: HeldNonce[];
  /** Nonces that are held already, with which something may have been signed, by what holds them. */
  readonly holds: ReadonlyMap<string, Hold>;
  /** What a new payment offers, in lamports. */
  readonly priorityFee: bigint;
  /** What cold wallets hold by the books, in lamports. */
  readonly inCold: bigint;
  /** Limits of the platform that a withdrawal of this pass would have exceeded. */
  readonly exceeded: Map<PayoutWindow, Exceeded>;
  /** What withdrawals of this pass wait for. */
  readonly waits: Map<string, WaitsFor | null>;
}

/** Every payment names a nonce. Without a free one it waits. @throws SignerError */
export async function pay(services: Services, item: Waiting, session: PayoutSession): Promise<Stored> {
  const { subject } = item;
  const isWithdrawal = subject.kind === "withdrawal";
  if (!isWithdrawal) {
    const outcome = await payOut(services, item, session);
    // What arrived in the meantime needs it here: what is left is planned anew.
    if (outcome === "short" && subject.kind === "cold") await giveUpUnsigned(services, subject.id);
    return outcome;
  }
  // Nobody overtakes one that waits for a limit, or a large one would be put off forever.
  const isBehind = [...session.exceeded.values()].some(({ isAlone }) => !isAlone);
  const outcome = isBehind ? "held" : await payOut(services, item, session);
  const waitsFor = {
    held: "limit",
    short: session.inCold > 0n ? "cold_wallet" : "hot_wallet",
    float: "float",
    crowded: "nonce",
    no: null,
    stored: null,
  } as const;
  session.waits.set(subject.id, waitsFor[outcome]);
  return outcome;
}

/**
 * Holds a nonce and a fee, has the payment signed with them, and stores it. A worker that dies after any of these is followed by one
 * that asks for the same.
 */
async function payOut(services: Services, item: Waiting, session: PayoutSession): Promise<Stored> {
  const { subject, lamports } = item;
  const isWithdrawal = subject.kind === "withdrawal";
  if (!session.isRead) return "no";
  if (isWithdrawal && (await isUnpayable(services, item))) return "no";
  const hold = session.holds.get(subject.id) ?? (await holdOne(services, item, session));
  if (typeof hold === "string") return hold;
  // It is used up before it can be given back.
  if (hold.isOver) return "no";
  const { nonce, priorityFee } = hold;
  const keys = { hot: hold.hot, nonce: nonce.version };
  const terms = { nonce, keys, priorityFee, fence: session.fence };
  const signed = await signOnNonce(services, item, terms).catch(async (error: unknown) => {
    if (error instanceof SignerError && error.code === "REFUSED") {
      await giveBack(services, hold, session);
      // Planned for an earlier cold wallet, it would keep every other move from being planned.
      if (subject.kind === "cold") await giveUpUnsigned(services, subject.id);
    }
    throw error;
  });
  if (subject.kind === "sweep" && (await wouldFail(services, item, signed))) {
    await giveBack(services, hold, session);
    return "no";
  }
  if (isWithdrawal) await services.failpoint("withdrawal.signed");
  const outcome = await storeSigned(
    services,
    {
      subject,
      signed,
      lamports,
      cost: signed.networkFee,
      nonce,
      lastValidBlockHeight: null,
      keys,
      funds: session.funds,
    },
    {
      // Approvals may have stopped counting since they were read.
      prepare: async (trx) =>
        (await isWaiting(trx, subject)) &&
        (!isWithdrawal || (await hasApprovals(trx, subject.id))) &&
        (await isHeld(trx, hold)),
      follow: async (trx, at) => {
        if (!isWithdrawal) return undefined;
        const above = await limitsAbove(services, trx, item, session);
        if (above) return above;
        await trx
          .updateTable("withdrawals")
          .set({ state: "SIGNED", waits_for: null, updated_at: at })
          .where("id", "=", subject.id)
          .execute();
        return undefined;
      },
    },
  );
  if (outcome === "stored") await services.failpoint(`${subject.kind}.stored`);
  return outcome;
}

/** Holds a free nonce and this pass's fee for a payment that may be made now. @returns why it may not */
async function holdOne(
  services: Services,
  item: Waiting,
  session: PayoutSession,
): Promise<Hold | Exclude<Stored, "stored">> {
  const { subject, lamports } = item;
  const { nonces, funds, hot, priorityFee } = session;
  const isWithdrawal = subject.kind === "withdrawal";
  // Half of the nonces are left for withdrawals.
  if (nonces.length <= (isWithdrawal ? 0 : Math.floor(services.money.noncePool / 2))) return "crowded";
  const nonce = nonces.shift();
  if (!nonce) return "crowded";
  const keys = { hot, nonce: nonce.version };
  const cost = priorityFee + FEE_PER_SIGNATURE * (signaturesOf(keys) + (subject.kind === "sweep" ? 1n : 0n));
  const refusal = await holdFor(services, { subject, lamports, cost, keys, funds }, async (trx, at) => {
    if (!(await isUnsigned(trx, subject)) || (isWithdrawal && !(await hasApprovals(trx, subject.id)))) return "no";
    const above = isWithdrawal ? await limitsAbove(services, trx, item, session) : undefined;
    if (above) return above;
    return (await holdNonce(trx, subject, { nonce, hot, priorityFee }, at)) ? null : "no";
  });
  if (refusal) {
    // The next one may need less.
    if (refusal === "short" || refusal === "held") nonces.unshift(nonce);
    return refusal;
  }
  if (isWithdrawal) await services.failpoint("withdrawal.nonce");
  return { subject, nonce, hot, priorityFee, isOver: false, isBeingConsumed: false };
}

/** Nothing was signed with it that pays anyone, so another payment may have it. */
async function giveBack(services: Services, hold: Hold, session: PayoutSession): Promise<void> {
  await releaseHold(services, hold);
  session.nonces.unshift(hold.nonce);
}

async function limitsAbove(
  { money }: Services,
  trx: Transaction<DB>,
  { subject: { id }, lamports }: Waiting,
  { exceeded }: PayoutSession,
): Promise<NotStoredReason | undefined> {
  const above = await exceededLimits(trx, { id, lamports }, money.payoutLimits);
  for (const each of above) exceeded.set(each.window, each);
  return above.length > 0 ? "held" : undefined;
}

/**
 * An address can have become a program's since it was saved; the withdrawal is then refunded, as nothing was signed.
 */
async function isUnpayable(services: Services, { subject, destination }: Waiting): Promise<boolean> {
  const problem = await whyNotPayable(services, destination);
  if (problem === null) {
    if (services.witness) await closeAlert(services, "nodes_disagree", `withdrawal:${subject.id}`);
    return false;
  }
  if (problem === IS_PROGRAM && !(await agreeThatProgram(services, subject, destination))) return true;
  await withEffects(services, async (trx, effects) => {
    const at = services.now();
    if (await isUnsigned(trx, subject)) await refund(trx, effects, subject.id, problem, at);
    // With a nonce that it holds something may be signed: it is refunded once that is used up.
    else if (await isWaiting(trx, subject)) await cancelAs(trx, subject.id, problem, at);
  });
  return true;
}

async function cancelAs(trx: Transaction<DB>, id: string, reason: string, at: Date): Promise<void> {
  await sql`
    update withdrawals set cancel_reason = ${reason}, updated_at = ${at} where id = ${id} and cancel_reason is null`.execute(
    trx,
  );
}

/** Simulated first, because a failing sweep costs a fee for nothing: the address may hold more than is booked. */
async function wouldFail(services: Services, { subject }: Waiting, signed: SignedTransaction): Promise<boolean> {
  if ((await services.chain.simulate(signed.bytes)) === null) return false;
  await services.db
    .updateTable("sweeps")
    .set({ state: "GIVEN_UP", updated_at: await services.databaseNow() })
    .where("id", "=", subject.id)
    .where("state", "=", "OPEN")
    .execute();
  return true;
}
