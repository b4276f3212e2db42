/** Words of the wallet that the screens need without any schema. */

/** What the screens call each row of a statement (DECISIONS §6). Readers must bear others, too. */
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

export const DESTINATION_MISSING = "Please enter a destination address";
export const SIGNATURE_MISSING = "Transaction signature is required";
