import type { BountyStatus } from "@bbux/contract";
import { BOUNTY_STATES, type BountyFacts, isEndingSoon, shareLeft, timeLeft } from "../../components/Bounty.state.ts";

/** How a row shows its bounty. */
export interface ShownBounty {
  readonly look: "open" | "soon" | "over" | "paid" | "returned";
  /** The time left, or the outcome. */
  readonly text: string;
  /** How much of its time is left, from 1 to 0; null when nothing can be won. */
  readonly left: number | null;
}

const LOOKS: Readonly<Record<BountyStatus, ShownBounty["look"]>> = {
  NONE: "over",
  ESCROWED: "open",
  EXPIRED: "over",
  PAID: "paid",
  REFUNDED: "returned",
};

/** Returns how a row shows a bounty at a moment. A bounty begins with its post. */
export function shownBounty(facts: BountyFacts & { readonly createdAt: string }, now: number): ShownBounty {
  const { bountyStatus, bountyExpiresAt, createdAt } = facts;
  const ends = bountyExpiresAt === null ? 0 : Date.parse(bountyExpiresAt);
  if (bountyStatus !== "ESCROWED" || ends <= now) {
    const status = bountyStatus === "ESCROWED" ? "EXPIRED" : bountyStatus;
    return { look: LOOKS[status], text: BOUNTY_STATES[status], left: null };
  }
  return {
    look: isEndingSoon(facts, now) ? "soon" : "open",
    text: timeLeft(facts, now) ?? "",
    left: shareLeft(Date.parse(createdAt), ends, now),
  };
}
