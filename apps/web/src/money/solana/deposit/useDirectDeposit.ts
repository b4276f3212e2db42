import { formatAmount, parseAmount } from "@bbux/contract";
import { useSyncExternalStore } from "react";
import { isOutcomeUnknown, serverText, statusOf } from "../../../lib/errors.ts";
import { Intent } from "../../../lib/intent.ts";
import { noticeDeadSession } from "../../../lib/sessionEvents.ts";
import { client, queryClient, utils } from "../../../lib/trpc.ts";
import { currentConnection, currentControls, onLeave } from "../connection.ts";
import { SOL_BALANCE } from "../useConnectedWallet.ts";
import {
  type DepositOutcome,
  type DepositPhase,
  type DepositResult,
  type DepositWorld,
  runDirectDeposit,
} from "./directDeposit.ts";

interface DepositState {
  readonly phase: DepositPhase;
  /** The amount, in base units; `null` when idle. */
  readonly amount: bigint | null;
  readonly outcome: DepositResult | null;
}

const IDLE: DepositState = { phase: "idle", amount: null, outcome: null };

// Kept outside the screens, because a payment continues while the member is on another page.
let state: DepositState = IDLE;
let running: { outcome: Promise<DepositOutcome> } | null = null;
const listeners = new Set<() => void>();

function change(next: DepositState): void {
  state = next;
  for (const listener of listeners) listener();
}

/**
 * Buys BBUX from the connected wallet. One payment at a time: `deposit` during a payment returns that one's outcome.
 * `deposit(amount)` takes base units (= lamports) and never rejects; it settles when the chain has finalized it.
 * `phase` follows it, `error` is the documented sentence and `detail` a smaller line below it.
 */
export function useDirectDeposit() {
  const { phase, amount, outcome } = useSyncExternalStore(subscribe, () => state);
  const failed = outcome?.status === "failed" ? outcome : null;
  const [error, detail] = [failed?.error ?? null, failed?.detail ?? null];
  return { deposit, cancel, reset, phase, amount, outcome, error, detail };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resets the state. The platform still credits a pending payment, which is no longer shown. */
function reset(): void {
  running = null;
  change(IDLE);
}
onLeave(reset);

/**
 * Ends a payment that the wallet hasn't signed yet. A signature that still comes isn't sent.
 * @returns false if it was too late
 */
function cancel(): boolean {
  if (state.phase !== "signing") return false;
  reset();
  return true;
}

function deposit(amount: bigint): Promise<DepositOutcome> {
  if (running) return running.outcome;
  const mine: { outcome: Promise<DepositOutcome> } = { outcome: Promise.resolve(NEVER) };
  const isMine = () => running === mine;
  running = mine;
  mine.outcome = runDirectDeposit(worldFor(isMine), amount, (phase) => {
    if (isMine()) change({ phase, amount, outcome: null });
  }).then((outcome) => {
    if (!isMine() || outcome.status === "canceled") return outcome;
    running = null;
    change({ phase: outcome.status, amount, outcome });
    return outcome;
  });
  return mine.outcome;
}

const NEVER: DepositOutcome = { status: "failed", error: "", detail: null, signature: null };

/** The platform as a deposit sees it. Mutations keep their key while their outcome is unknown. */
function worldFor(isMine: () => boolean): DepositWorld {
  const sending = { context: { intent: new Intent() } };
  const confirming = { context: { intent: new Intent() } };
  return {
    wallet: () => (currentConnection().address === null ? null : { sign: currentControls()?.sign ?? null }),
    platformAddress: async () => (await utils.wallet.get.ensureData()).platformAddress || null,
    blockhash: async () => (await noticed(client.wallet.getBlockhash.query())).blockhash,
    send: async (bytes) => {
      await noticed(client.wallet.sendTransaction.mutate({ serializedTransaction: [...bytes] }, sending));
    },
    confirm: async ({ amount, signature, destinationAddress }) => {
      const input = { amount: formatAmount(amount), signature, destinationAddress };
      const { status, bbuxAmount, transactionId } = await noticed(
        client.wallet.confirmDirectDeposit.mutate(input, confirming),
      );
      return { status, credited: bbuxAmount === null ? null : parseAmount(bbuxAmount), transactionId };
    },
    look: async (transactionId) => {
      const { transaction } = await noticed(client.wallet.transaction.query({ transactionId }));
      return { status: transaction.status, credited: parseAmount(transaction.amount), transactionId };
    },
    reload: () => {
      void utils.wallet.invalidate();
      void queryClient.invalidateQueries({ queryKey: [SOL_BALANCE] });
    },
    pause: (ms) => new Promise((done) => setTimeout(done, ms)),
    isUnknown: (error) => isOutcomeUnknown(error) || statusOf(error) === 429,
    textOf: (error) => serverText(error, "") || null,
    abandoned: () => !isMine(),
  };
}

/** These calls bypass the caches, which would otherwise check for an ended session. */
async function noticed<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    noticeDeadSession(error);
    throw error;
  }
}
