import type { BountyStatus } from "@bbux/contract";
import { span } from "./TimeAgo.format.ts";

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

/** The state of a bounty in a word or two. */
export const BOUNTY_STATES: Record<BountyStatus, string> = {
  NONE: "No bounty",
  ESCROWED: "In escrow",
  EXPIRED: "Time is up",
  PAID: "Paid",
  REFUNDED: "Returned",
};

/** Whether a bounty waits in escrow: it can still be paid or returned. */
export function isUnpaid({ bountyStatus }: Pick<BountyFacts, "bountyStatus">): boolean {
  return bountyStatus === "ESCROWED" || bountyStatus === "EXPIRED";
}
