import type { KeyVersions, LogAnchor, Nonce } from "@bbux/chain";

/** The purpose of a transaction of the platform: `cold` moves SOL to the cold wallet, `nonce` creates a nonce account. Its id owns the hold. */
export interface Subject {
  readonly kind: "withdrawal" | "sweep" | "cold" | "nonce";
  readonly id: string;
}

/** A nonce account with the value that a payment names. */
export interface HeldNonce extends Nonce {
  readonly id: string;
  /** The finalized slot at which the account had this value. What used it up came later. */
  readonly minSlot: bigint;
  /** Version of the key that is the account's authority. */
  readonly version: number;
  /** Whether others seem to have used it. */
  readonly foreignUse?: boolean;
}

/** What a transaction that uses up a nonce does for the platform's own keys (docs/adr/0030). */
export interface KeyMove {
  /** `hot`: it moves SOL from one hot wallet to another. `nonce`: it hands the nonce account over. */
  readonly purpose: "hot" | "nonce";
  /** Versions. */
  readonly from: number;
  readonly to: number;
  /** Lamports. */
  readonly amount: bigint;
}

/** What keeps a transaction valid. */
export type Validity =
  | { readonly nonce: HeldNonce; readonly lastValidBlockHeight: null }
  /** Only for creating nonce accounts, and for payments from before there were any. */
  | { readonly nonce: null; readonly lastValidBlockHeight: bigint };

/** A signed transaction that may land. Amounts in lamports. */
export type Attempt = Validity & {
  readonly id: string;
  readonly subject: Subject;
  /** Named in memos: of a withdrawal or a move to the cold wallet a UUID, of a nonce account its address, of a sweep its id. */
  readonly reference: string;
  readonly signature: string;
  readonly bytes: Uint8Array;
  readonly lamports: bigint;
  /** Reserved for the network. */
  readonly networkFee: bigint;
  /** It uses up the nonce and moves nothing. */
  readonly cancels: boolean;
  /** It writes this root of the log to the chain while it uses up the nonce. */
  readonly anchor: LogAnchor | null;
  /** It does this while it uses up the nonce. */
  readonly move: KeyMove | null;
  /** Which keys signed it. */
  readonly keys: KeyVersions;
  /** The withdrawal is to be canceled. */
  readonly cancelRequested: boolean;
  /** A later attempt with the same nonce was signed. Either may land. */
  readonly isReplaced: boolean;
  /** The fence behind which it was signed; 0 for one that the books had forgotten. */
  readonly fence: number;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly missingSince: Date | null;
};
