import { type BountyStatus, DAY_MS } from "@bbux/contract";
import { span } from "./TimeAgo.format.ts";

/** The fields of a bounty that the screens need. */
export interface BountyFacts {
  readonly bountyStatus: BountyStatus;
  readonly bountyExpiresAt: string | null;
}

/** What {@link timeLeft} says from the end of a bounty until it is paid or returned. */
export const TIME_OVER = "has ended";

/** Returns the time left to win a bounty, such as "5 days left", or `null` when there is nothing left to win. */
export function timeLeft({ bountyStatus, bountyExpiresAt }: BountyFacts, now: number): string | null {
  if ((bountyStatus !== "ESCROWED" && bountyStatus !== "EXPIRED") || bountyExpiresAt === null) return null;
  const left = Date.parse(bountyExpiresAt) - now;
  return left > 0 && bountyStatus === "ESCROWED" ? `${span(left)} left` : TIME_OVER;
}

/** From this time before its end on, a bounty ends soon. */
const SOON_MS = DAY_MS;

/** Whether a bounty that can be won ends soon. */
export function isEndingSoon({ bountyExpiresAt }: Pick<BountyFacts, "bountyExpiresAt">, now: number): boolean {
  return bountyExpiresAt !== null && Date.parse(bountyExpiresAt) - now <= SOON_MS;
}

/** Returns how much of a time is left, from 1 to 0: what every bar of a bounty shows. */
export function shareLeft(from: number, until: number, now: number): number {
  return Math.max(0, Math.min(1, (until - now) / Math.max(1, until - from)));
}

/** Names the state of a bounty in a word or two. */
export const BOUNTY_STATES: Record<BountyStatus, string> = {
  NONE: "No bounty",
  ESCROWED: "In escrow",
  EXPIRED: "Ended",
  PAID: "Paid",
  REFUNDED: "Returned",
};
