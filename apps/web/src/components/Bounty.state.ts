import { BOUNTY, type BountyStatus, DAY_MS } from "@bbux/contract";
import { exactTime, span } from "./TimeAgo.format.ts";

/** What the screens know of a bounty. */
export interface BountyFacts {
  readonly bountyStatus: BountyStatus;
  readonly bountyExpiresAt: string | null;
}

/** The time left to win a bounty, "5 days left"; "time is up" past it; `null` when there is nothing left to win. */
export function timeLeft({ bountyStatus, bountyExpiresAt }: BountyFacts, now: number): string | null {
  if ((bountyStatus !== "ESCROWED" && bountyStatus !== "EXPIRED") || bountyExpiresAt === null) return null;
  const left = Date.parse(bountyExpiresAt) - now;
  return left > 0 && bountyStatus === "ESCROWED" ? `${span(left)} left` : "time is up";
}

/** The last moment for the asker to decide, after which the bounty is settled by itself (DECISIONS 1.3). */
export function settlementTime(bountyExpiresAt: string): string {
  return new Date(Date.parse(bountyExpiresAt) + BOUNTY.settlementDays * DAY_MS).toISOString();
}

/** The state of a bounty in a word or two. */
export const BOUNTY_STATES: Record<BountyStatus, string> = {
  NONE: "No bounty",
  ESCROWED: "In escrow",
  EXPIRED: "Time is up",
  PAID: "Paid",
  REFUNDED: "Returned",
};

/**
 * What happens with the bounty at the end, in a sentence (DECISIONS 1.3), said to the asker or about them. `winner` is the
 * accepted answer's author, if known.
 */
export function bountyOutlook(facts: BountyFacts, winner: string | null, isAsker = false): string {
  const { bountyStatus, bountyExpiresAt } = facts;
  const who = isAsker ? "you" : "the asker";
  if (bountyStatus === "PAID")
    return winner ? `Paid to ${winner} for the accepted answer.` : "Paid for the accepted answer.";
  if (bountyStatus === "REFUNDED") return `The bounty went back to ${who}.`;
  if (bountyStatus === "NONE" || bountyExpiresAt === null) return "";
  const settled = exactTime(settlementTime(bountyExpiresAt));
  const otherwise = `the best voted answer gets it, or it returns to ${who} when there is none.`;
  if (bountyStatus === "EXPIRED") {
    return `${isAsker ? "You" : "The asker"} can still accept an answer until ${settled}. After that ${otherwise}`;
  }
  const accepts = isAsker ? "you accept" : "the asker accepts";
  return `Goes to the author of the answer that ${accepts}. If none is accepted by ${settled}, ${otherwise}`;
}

/** Whether a bounty waits in escrow: it can still be paid or returned. */
export function isUnpaid({ bountyStatus }: Pick<BountyFacts, "bountyStatus">): boolean {
  return bountyStatus === "ESCROWED" || bountyStatus === "EXPIRED";
}
