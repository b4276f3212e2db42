import { FEE_PER_SIGNATURE, type SignedTransaction, SignerError, signaturesOf } from "@bbux/chain";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import type { Fence } from "../chain/index.ts";
import { giveUpUnsigned } from "../cold-wallet/index.ts";
import type { HeldNonce } from "./attempts.sql.ts";
import type { Funds } from "./funds.ts";
import { type Hold, isHeld, releaseHold } from "./holds.ts";
import { takeNonces } from "./nonces.ts";
import type { Exceeded, PayoutWindow } from "./payout-limits.ts";
import { signOnNonce } from "./sign-on-nonce.ts";
import { holdFor, type NotStoredReason, type Stored, storeSigned } from "./store-signed.ts";
import { isUnsigned, isWaiting, type Waiting, type WaitsFor } from "./waiting.sql.ts";

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

/**
 * Holds a nonce and a fee for a sweep or a move to the cold wallet, has it signed with them, and stores it. A worker that dies after any
 * of these is followed by one that asks for the same. Without a free nonce it waits.
 * @throws SignerError
 */
export async function payOut(services: Services, item: Waiting, session: PayoutSession): Promise<Stored> {
  const { subject, lamports } = item;
  if (!session.isRead) return "no";
  const hold = session.holds.get(subject.id) ?? (await holdOne(services, item, session));
  // What arrived in the meantime needs it here: what is left is planned anew.
  if (hold === "short" && subject.kind === "cold") await giveUpUnsigned(services, subject.id);
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
  if (subject.kind === "sweep" && (await wouldFail(services, hold, signed))) {
    await giveBack(services, hold, session);
    return "no";
  }
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
      prepare: async (trx) => (await isWaiting(trx, subject)) && (await isHeld(trx, hold)),
      follow: async () => undefined,
    },
  );
  if (outcome === "short" && subject.kind === "cold") await giveUpUnsigned(services, subject.id);
  if (outcome === "stored") await services.failpoint(`${subject.kind}.stored`);
  return outcome;
}

/** Holds a free nonce and this pass's fee for a payment that may be made now. @returns why it may not */
async function holdOne(
  services: Services,
  { subject, lamports }: Waiting,
  { nonces, funds, hot, priorityFee }: PayoutSession,
): Promise<Hold | NotStoredReason> {
  // Half of the nonces are left for withdrawals.
  if (nonces.length <= Math.floor(services.money.noncePool / 2)) return "crowded";
  const nonce = nonces.shift();
  if (!nonce) return "crowded";
  const keys = { hot, nonce: nonce.version };
  const cost = priorityFee + FEE_PER_SIGNATURE * (signaturesOf(keys) + (subject.kind === "sweep" ? 1n : 0n));
  const take = (trx: Transaction<DB>, at: Date) =>
    takeNonces(trx, subject.kind, [{ subject, nonce, hot, priorityFee }], at);
  const refusal = await holdFor(services, { subject, lamports, cost, keys, funds }, async (trx, at) =>
    (await isUnsigned(trx, subject)) && (await take(trx, at)).has(subject.id) ? null : "no",
  );
  if (refusal) {
    // The next one may need less.
    if (refusal === "short") nonces.unshift(nonce);
    return refusal;
  }
  return { subject, nonce, hot, priorityFee, isOver: false, isBeingConsumed: false };
}

/** Nothing was signed with it that pays anyone, so another payment may have it. */
async function giveBack(services: Services, hold: Hold, session: PayoutSession): Promise<void> {
  await releaseHold(services, hold);
  session.nonces.unshift(hold.nonce);
}

/** Simulated first, because a failing sweep costs a fee for nothing: the address may hold more than is booked. */
async function wouldFail(services: Services, hold: Hold, signed: SignedTransaction): Promise<boolean> {
  if ((await services.chain.simulate(signed.bytes)) === null) return false;
  const { subject } = hold;
  const at = await services.databaseNow();
  await services.db.transaction().execute(async (trx) => {
    // It also fails because another worker has sent it meanwhile.
    if (!(await isWaiting(trx, subject)) || !(await isHeld(trx, hold))) return;
    await trx.updateTable("sweeps").set({ state: "GIVEN_UP", updated_at: at }).where("id", "=", subject.id).execute();
  });
  return true;
}
