import {
  HOLD_CAUSES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionStatus,
  WITHDRAWAL_DELAYS,
  WITHDRAWAL_STAGES,
  type WithdrawalProgress,
} from "@bbux/contract";
import { exactTime } from "../../components/TimeAgo.format.ts";

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

/** Says where a withdrawal is, why, and what happens next. */
export function progressText({ stage, until, reason, held }: WithdrawalProgress): string {
  const end = held?.until ? ` until ${exactTime(held.until)}` : "";
  if (held) return `Held${end}, because ${HOLD_CAUSES[held.cause]}. ${WITHDRAWAL_STAGES.held}`;
  const why = reason === null ? "" : `${reason.replace(/[.!?]*$/, "")}. `;
  return `${why}${WITHDRAWAL_STAGES[stage]}${until === null || !isDelayed(stage) ? "" : ` Deadline: ${exactTime(until)}.`}`;
}

/** Whether a withdrawal takes longer than its minute. */
export function isDelayed(stage: WithdrawalProgress["stage"]): boolean {
  return WITHDRAWAL_DELAYS.includes(stage);
}
