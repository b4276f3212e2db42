import { WALLET } from "@bbux/contract";
import type { SignedTransfer, SignTransfer } from "../connection.ts";

/** The documented sentences, each for its own situation. */
export const SENTENCES = {
  notConnected: "Please connect your wallet first",
  noAddress: "Platform address not available",
  cannotSign: "Wallet not connected or signTransaction not available",
  noBlockhash: "Unable to connect to Solana network after multiple attempts. Please try again later.",
  notSigned: "Failed to sign transaction",
  notSent: "Failed to send transaction",
  notConfirmed: "Transaction sent but confirmation failed",
} as const;

const BY_ITSELF = "Please don't pay again. If the payment arrives, it's credited automatically.";

/** The state of a deposit. `pending`: paid, and waiting until the chain has finalized it. */
export type DepositPhase =
  | "idle"
  | "preparing"
  | "signing"
  | "sending"
  | "confirming"
  | "pending"
  | "completed"
  | "failed";

export type DepositResult =
  | {
      readonly status: "completed" | "pending";
      readonly signature: string;
      /** The credited amount, in base units; `null` while it is unknown. */
      readonly credited: bigint | null;
      readonly transactionId: string | null;
    }
  | {
      readonly status: "failed";
      /** The documented sentence, or the server's own. */
      readonly error: string;
      /** Further details, for a smaller line. */
      readonly detail: string | null;
      readonly signature: string | null;
    };

/** `canceled`: left before the wallet had signed, so nothing was sent. */
export type DepositOutcome = DepositResult | { readonly status: "canceled" };

export interface Confirmation {
  readonly status: "pending" | "completed" | "failed";
  readonly credited: bigint | null;
  readonly transactionId: string | null;
}

/** What a deposit needs from the browser and the platform. Every function may reject. */
export interface DepositWorld {
  /** The wallet at this moment; `sign` is null when it can't sign transactions. */
  wallet(): { readonly sign: SignTransfer | null } | null;
  /** The member's deposit address; null when it is unknown. */
  platformAddress(): Promise<string | null>;
  blockhash(): Promise<string>;
  /** Hands the bytes to the platform, possibly more than once. */
  send(bytes: Uint8Array): Promise<void>;
  confirm(paid: { amount: bigint; signature: string; destinationAddress: string }): Promise<Confirmation>;
  /** The statement's row, for a pending one. */
  look(transactionId: string): Promise<Confirmation>;
  /** Refetches the wallet's data. */
  reload(): void;
  pause(ms: number): Promise<void>;
  /** Whether a retry may help: there was no response, or none that settles it. */
  isUnknown(error: unknown): boolean;
  /** Returns the server's own sentence, if it sent one. */
  textOf(error: unknown): string | null;
  /** The caller has left. */
  readonly abandoned: () => boolean;
}

/** The polling schedule for a pending payment: frequent at first, and limited. */
const POLL = { soonMs: 2_000, laterMs: 5_000, soonFor: 15, times: 140 } as const;

/** Ends the deposit with a sentence. */
class Stop extends Error {
  readonly detail: string | null;
  constructor(message: string, detail: string | null = null) {
    super(message);
    this.detail = detail;
  }
}

/**
 * Pays `amount` (base units = lamports) from the connected wallet to the member's deposit address and waits until it is
 * credited. Never rejects.
 * @param onPhase called at each step
 */
export async function runDirectDeposit(
  world: DepositWorld,
  amount: bigint,
  onPhase: (phase: DepositPhase) => void,
): Promise<DepositOutcome> {
  let signed: SignedTransfer | null = null;
  try {
    onPhase("preparing");
    if (!world.wallet()) throw new Stop(SENTENCES.notConnected);
    const to = await world.platformAddress().catch(() => null);
    if (!to) throw new Stop(SENTENCES.noAddress);
    if (!world.wallet()?.sign) throw new Stop(SENTENCES.cannotSign);
    const blockhash = await findBlockhash(world);
    if (world.abandoned()) return { status: "canceled" };
    onPhase("signing");
    signed = await sign(world, { to, lamports: amount, blockhash });
    // Only the platform sends it, so a signature that comes after the cancellation pays nothing.
    if (world.abandoned()) return { status: "canceled" };
    onPhase("sending");
    const unsent = await send(world, signed.bytes);
    onPhase("confirming");
    const paid = { amount, signature: signed.signature, destinationAddress: to };
    const first = await confirm(world, paid, unsent);
    void world.pause(WALLET.reloadMs).then(world.reload);
    if (first.status === "pending") onPhase("pending");
    const last = await untilFinal(world, first, () => world.confirm(paid));
    if (last.status === "failed")
      throw new Stop(SENTENCES.notConfirmed, `The network did not take the payment. ${BY_ITSELF}`);
    if (last !== first) world.reload();
    onPhase(last.status);
    return {
      status: last.status,
      signature: signed.signature,
      credited: last.credited,
      transactionId: last.transactionId,
    };
  } catch (error) {
    // After any wallet failure the wallet's data is refetched.
    world.reload();
    onPhase("failed");
    const { message, detail } = error instanceof Stop ? error : new Stop(SENTENCES.notSigned);
    return { status: "failed", error: message, detail, signature: signed?.signature ?? null };
  }
}

/** At most 3 attempts, 2 seconds apart. */
async function findBlockhash(world: DepositWorld): Promise<string> {
  const { attempts, pauseMs } = WALLET.blockhash;
  for (let attempt = 1; ; attempt++) {
    try {
      return await world.blockhash();
    } catch {
      if (attempt >= attempts) throw new Stop(SENTENCES.noBlockhash);
      await world.pause(pauseMs);
    }
  }
}

async function sign(world: DepositWorld, transfer: Parameters<SignTransfer>[0]): Promise<SignedTransfer> {
  // Checked again, because the wallet may have been disconnected by now.
  const by = world.wallet()?.sign;
  if (!by) throw new Stop(SENTENCES.cannotSign);
  try {
    return await by(transfer);
  } catch (error) {
    const said = error instanceof Error ? error.message.trim() : "";
    throw new Stop(SENTENCES.notSigned, said === "" ? null : said);
  }
}

/**
 * @returns `null` when the platform has the transaction; otherwise why that is unknown, which confirming will settle
 */
async function send(world: DepositWorld, bytes: Uint8Array): Promise<{ readonly text: string | null } | null> {
  const { attempts, pauseMs } = WALLET.blockhash;
  for (let attempt = 1; ; attempt++) {
    try {
      await world.send(bytes);
      return null;
    } catch (error) {
      if (!world.isUnknown(error)) throw new Stop(world.textOf(error) ?? SENTENCES.notSent);
      if (attempt >= attempts) return { text: world.textOf(error) };
      await world.pause(pauseMs);
    }
  }
}

async function confirm(
  world: DepositWorld,
  paid: Parameters<DepositWorld["confirm"]>[0],
  unsent: { readonly text: string | null } | null,
): Promise<Confirmation> {
  const { attempts, pauseMs } = WALLET.blockhash;
  for (let attempt = 1; ; attempt++) {
    try {
      return await world.confirm(paid);
    } catch (error) {
      if (unsent) throw new Stop(unsent.text ?? SENTENCES.notSent, `We couldn't confirm it either. ${BY_ITSELF}`);
      if (!world.isUnknown(error)) throw new Stop(SENTENCES.notConfirmed, world.textOf(error));
      if (attempt >= attempts) throw new Stop(SENTENCES.notConfirmed, BY_ITSELF);
      await world.pause(pauseMs);
    }
  }
}

/** Polls until a pending payment is final. A failed poll is retried later; what stays open stays pending. */
async function untilFinal(
  world: DepositWorld,
  first: Confirmation,
  again: () => Promise<Confirmation>,
): Promise<Confirmation> {
  let last = first;
  for (let asked = 0; last.status === "pending" && asked < POLL.times && !world.abandoned(); asked++) {
    await world.pause(asked < POLL.soonFor ? POLL.soonMs : POLL.laterMs);
    try {
      last = await (last.transactionId === null ? again() : world.look(last.transactionId));
    } catch (error) {
      if (!world.isUnknown(error)) throw new Stop(SENTENCES.notConfirmed, world.textOf(error));
    }
  }
  return last;
}
