import type { Checkpoint } from "./checkpoint.ts";
import type { Owed } from "./tree.ts";

/** What can be wrong with a proof; a closed list. */
export type ProofProblemCode =
  /** It hasn't the form of a proof, or a part of it is missing. */
  | "malformed"
  /** The checkpoint's text, or its signature. */
  | "checkpoint"
  /** It is another member's. */
  | "address"
  /** It was made with another code. */
  | "code"
  /** Shares are missing, or only some are in the tree. */
  | "shares"
  /** A leaf isn't where the address and the code lead, so it could be someone else's. */
  | "position"
  /** An amount or a sum is below zero, which could hide someone's balance. */
  | "negative"
  /** A share doesn't lead to the signed root. */
  | "root"
  /** The tree has other sums than the totals of the ledger, which are signed. */
  | "totals"
  /** The address isn't in the tree, although something was expected. */
  | "omitted"
  /** The amounts aren't those expected. */
  | "amounts";

export type ProofReport =
  | {
      readonly ok: true;
      /** False if it is proven that the address isn't in the tree. */
      readonly included: boolean;
      readonly checkpoint: Checkpoint;
      /** The deposit address; null in a proof of the first format, which names a member's id. */
      readonly address: string | null;
      readonly memberId: string | null;
      readonly code: string | null;
      /** By kind of account in base units; null in a proof of the first format. */
      readonly owed: Owed | null;
      /** The sum, in base units. */
      readonly amount: bigint;
      /** False if the browser lacks Ed25519. */
      readonly signatureChecked: boolean;
    }
  | { readonly ok: false; readonly code: ProofProblemCode; readonly problem: string };
