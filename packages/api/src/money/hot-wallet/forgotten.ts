import type { ChainTransaction, LogAnchor, PaymentNote } from "@bbux/chain";
import type { Services } from "../../platform/context/index.ts";

type Keys = Pick<Services, "platformWallet">;

/** Of a transaction that the platform signed and these books have forgotten, because they were restored from a backup. */
export interface Forgotten {
  readonly column: "withdrawal_id" | "sweep_id" | "cold_transfer_id" | "created_nonce_id";
  readonly id: string;
  readonly lamports: bigint;
  /** Reserved for it: the network fee, and the rent of an account that it created. */
  readonly cost: bigint;
  readonly cancels?: boolean;
  /** It wrote this to the chain. */
  readonly anchor?: LogAnchor | null;
}

/** What a payment of the platform says about its withdrawal. */
export function noteIn({ platformWallet }: Keys, { memos }: ChainTransaction): PaymentNote | null {
  for (const memo of memos) {
    const note = platformWallet.readNote(memo);
    if (note) return note;
  }
  return null;
}

/** What changed in the hot wallet besides the network fee, in lamports. */
export function moved({ platformWallet }: Keys, { changes, fee }: ChainTransaction): bigint {
  return (changes.get(platformWallet.address) ?? 0n) + fee;
}
