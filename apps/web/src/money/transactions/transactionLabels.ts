import { TRANSACTION_STATUSES, TRANSACTION_TYPES, type TransactionStatus } from "@bbux/contract";

const TYPES: Readonly<Record<(typeof TRANSACTION_TYPES)[number], string>> = {
  direct_deposit: "Direct deposit",
  manual_deposit: "Manual deposit",
  withdrawal: "Withdrawal",
  bounty: "Bounty",
  reward: "Reward",
  refund: "Refund",
  fee: "Fee",
  stake: "Stake",
  unstake: "Unstake",
  forfeit: "Forfeit",
};

/** Names a type of transaction. An unknown one is shown by its code: "gift_card" is "Gift card". */
export function typeLabel(type: string): string {
  const known = TRANSACTION_TYPES.find((one) => one === type);
  if (known) return TYPES[known];
  const words = type.replace(/[_-]+/g, " ").trim();
  return words === "" ? "Transaction" : words.charAt(0).toUpperCase() + words.slice(1);
}

export const TYPE_CHOICES = TRANSACTION_TYPES.map((value) => ({ value, label: TYPES[value] }));

/** Names the statuses; each also has a color: green, yellow, red. */
export const STATUS_LABELS: Readonly<Record<TransactionStatus, string>> = {
  completed: "Completed",
  pending: "Pending",
  failed: "Failed",
};

export const STATUS_CHOICES = TRANSACTION_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));
