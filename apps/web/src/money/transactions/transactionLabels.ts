import {
  HOLD_CAUSES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  WITHDRAWAL_DELAYS,
  WITHDRAWAL_STAGES,
  type WithdrawalProgress,
} from "@bbux/contract";
import { TRANSACTION_STATUS_FACTS } from "../../components/StatusBadge.statuses.ts";
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

export const STATUS_CHOICES = TRANSACTION_STATUSES.map((value) => ({
  value,
  label: TRANSACTION_STATUS_FACTS[value].label,
}));

/** Says where a withdrawal is, why, and what happens next. */
export function progressText({ stage, until, reason, held }: WithdrawalProgress): string {
  const next = WITHDRAWAL_STAGES[held ? "held" : stage];
  if (held?.until) return `Held until ${exactTime(held.until)}, because ${HOLD_CAUSES[held.cause]}. ${next}`;
  if (held) return `Held, because ${HOLD_CAUSES[held.cause]}. ${next}`;
  const why = reason === null ? "" : `${reason.replace(/[.!?]*$/, "")}. `;
  return until === null || !isDelayed(stage) ? `${why}${next}` : `${why}${next} Due by ${exactTime(until)}.`;
}

/** Whether a withdrawal takes longer than its minute. */
export function isDelayed(stage: WithdrawalProgress["stage"]): boolean {
  return WITHDRAWAL_DELAYS.includes(stage);
}
