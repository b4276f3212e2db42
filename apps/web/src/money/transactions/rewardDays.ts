import type { WalletTransaction } from "@bbux/contract";
import { unitsOf } from "../../components/Amount.format.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { aboutOf } from "./transactionAbout.ts";

/** Rewards of one day (UTC) that follow each other, newest first. */
export interface RewardDay {
  readonly day: string;
  readonly rewards: readonly WalletTransaction[];
}

/**
 * Groups rewards by day, two or more. Only neighbors are grouped, because the balances beside them must go on adding up
 * from row to row.
 */
export function byRewardDay(transactions: readonly WalletTransaction[]): (WalletTransaction | RewardDay)[] {
  const days: WalletTransaction[][] = [];
  for (const transaction of transactions) {
    const last = days.at(-1);
    const before = last?.at(-1);
    if (last && isSameDay(before, transaction)) last.push(transaction);
    else days.push([transaction]);
  }
  return days.flatMap((rewards): readonly (WalletTransaction | RewardDay)[] => {
    const [first] = rewards;
    return first && rewards.length > 1 ? [{ day: dayOf(first), rewards }] : rewards;
  });
}

/** How a page of transactions begins and ends between two others. */
interface Between {
  /** The rows of the page before, newest first; none on the first page. */
  readonly newer: readonly WalletTransaction[];
  readonly rows: readonly WalletTransaction[];
  /** The rows of the pages after, as far as they are known. */
  readonly older: readonly WalletTransaction[];
}

/**
 * Returns the rows of a page so that each day's rewards are whole, on the page where the day begins from above: those on
 * the next page are added to its end, and those that belong to the page before are left out.
 * @returns also the day whose rewards were left out
 */
export function wholeDays({ newer, rows, older }: Between): {
  readonly rows: readonly WalletTransaction[];
  readonly leftOut: string | null;
} {
  const [above, first, last] = [newer.at(-1), rows[0], rows.at(-1)];
  const begun = isSameDay(above, first) ? rewardsAtStart(rows, first) : 0;
  const rest = rows.slice(begun);
  const more = last && rest.length > 0 ? older.slice(0, rewardsAtStart(older, last)) : [];
  return { rows: [...rest, ...more], leftOut: begun > 0 && first ? dayOf(first) : null };
}

/** Whether the rewards of a day go on from one page to the next. */
export function isSameDay(one: WalletTransaction | undefined, next: WalletTransaction | undefined): boolean {
  return one !== undefined && next !== undefined && isReward(one) && isReward(next) && dayOf(one) === dayOf(next);
}

/** How many rows at the start are rewards of the same day as another one. */
function rewardsAtStart(rows: readonly WalletTransaction[], like: WalletTransaction | undefined): number {
  const end = rows.findIndex((row) => !isSameDay(like, row));
  return end === -1 ? rows.length : end;
}

export function isReward({ type, status }: WalletTransaction): boolean {
  return type === "reward" && status === "completed";
}

function dayOf({ createdAt }: WalletTransaction): string {
  return createdAt.slice(0, 10);
}

/** Returns what a day's rewards come to, in base units. */
export function sumOf(rewards: readonly WalletTransaction[]): bigint {
  return rewards.reduce((sum, { amount }) => sum + unitsOf(amount), 0n);
}

/** Says what a day's rewards are for: "1 bounty won, 2 rewards for your stake". */
export function rewardsText(rewards: readonly WalletTransaction[]): string {
  const won = rewards.filter((reward) => aboutOf(reward).action === "win_bounty").length;
  const others = rewards.length - won;
  return [
    won > 0 && plural(won, ["# bounty won", "# bounties won"]),
    others > 0 && plural(others, ["# reward for your stake", "# rewards for your stake"]),
  ]
    .filter((part) => part !== false)
    .join(", ");
}
