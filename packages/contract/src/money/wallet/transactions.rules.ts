/** What the web app reads in a URL, apart from the wallet's sentences, which only its pages load. */

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
