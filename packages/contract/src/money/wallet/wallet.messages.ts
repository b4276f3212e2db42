/** The part of the wallet that screens need without a schema. */

/** The screens' names for rows of a statement (docs/DECISIONS.md §6). Clients must tolerate others. */
export const TRANSACTION_TYPES = [
  "direct_deposit",
  "manual_deposit",
  "withdrawal",
  "bounty",
  "reward",
  "refund",
  "fee",
  "stake",
  "unstake",
  "forfeit",
] as const;

export const TRANSACTION_STATUSES = ["pending", "completed", "failed"] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** What a deposit can wait for before it is credited, in words for its member (docs/adr/0021). */
export const DEPOSIT_WAITS = {
  second_node: "We're checking this payment with a second Solana node. It's credited as soon as that confirms it.",
  nodes_disagree:
    "Two Solana nodes disagree about this payment, so it isn't credited yet. Our operators know, and it's credited as soon as both confirm it.",
  approval: "An admin checks large deposits before they're credited. You don't need to do anything.",
} as const;
export type DepositWait = keyof typeof DEPOSIT_WAITS;

export const DESTINATION_MISSING = "Please enter a destination address";
export const SIGNATURE_MISSING = "Transaction signature is required";
