import type { KeyVersions, Nonce, SignedTransaction } from "./platform-transactions.ts";

/** What the signer signs, by the method that asks for it. */
export const SIGNED_KINDS = [
  "pay",
  "sweep",
  "toCold",
  "cancel",
  "createNonce",
  "anchor",
  "moveHot",
  "handOver",
  "signCheckpoint",
] as const;
export type SignedKind = (typeof SIGNED_KINDS)[number];

/** Which books ask (docs/adr/0018). */
export interface BooksFence {
  /** Higher each time the books were found on another database server, or a restarted one. */
  readonly number: number;
  /** The database server, as the books name it. */
  readonly identity: string;
}

/** What was asked, as the signer's record keeps it. Amounts in lamports. */
export interface SignedFacts {
  readonly kind: SignedKind;
  /**
   * What it is for: the reference of a withdrawal or of a move to the cold wallet, a sweep's id, what is canceled, the position of a nonce account, size and root of an anchored log, the address of the
   * nonce account that is handed over or used up by a move between hot wallets, or the SHA-256 of a checkpoint's text.
   */
  readonly reference: string;
  /** Who receives the lamports; empty for what pays nobody. */
  readonly destination: string;
  /** What leaves the account that pays, without fees. */
  readonly lamports: bigint;
  /** Offered above the fee for signatures. */
  readonly priorityFee: bigint;
  readonly nonce: Nonce | null;
  /** Of the keys that sign; the first for a checkpoint, whose day names its key. */
  readonly keys: KeyVersions;
}

/** One thing that the signer signed. */
export interface SignedLine extends SignedFacts {
  /** From 1, without gaps. */
  readonly position: number;
  /** ISO 8601, never before the line before it. */
  readonly at: string;
  readonly networkFee: bigint;
  /** Of a transaction in base58, of a checkpoint in base64. */
  readonly signature: string;
  /** The fence behind which it was asked for; null for a checkpoint, which moves nothing. */
  readonly fence: BooksFence | null;
}

/** A page of the signer's record, oldest first. */
export interface RecordPage {
  readonly lines: readonly SignedLine[];
  /** The position to ask on from; null at the end. */
  readonly next: number | null;
}

/** A signed transaction with its place in the record; null from a signer that keeps none. */
export interface RecordedTransaction extends SignedTransaction {
  readonly position: number | null;
}
