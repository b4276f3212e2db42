import type { BountyStatus } from "@bbux/contract";
import { span } from "./TimeAgo.format.ts";

/** The fields of a bounty that the screens need. */
export interface BountyFacts {
  readonly bountyStatus: BountyStatus;
  readonly bountyExpiresAt: string | null;
}

/** Returns the time left to win a bounty, such as "5 days left", or `null` when there is nothing left to win. */
export function timeLeft({ bountyStatus, bountyExpiresAt }: BountyFacts, now: number): string | null {
  if ((bountyStatus !== "ESCROWED" && bountyStatus !== "EXPIRED") || bountyExpiresAt === null) return null;
  const left = Date.parse(bountyExpiresAt) - now;
  return left > 0 && bountyStatus === "ESCROWED" ? `${span(left)} left` : "time is up";
}

/** Names the state of a bounty in a word or two. */
export const BOUNTY_STATES: Record<BountyStatus, string> = {
  NONE: "No bounty",
  ESCROWED: "In escrow",
  EXPIRED: "Time is up",
  PAID: "Paid",
  REFUNDED: "Returned",
};
