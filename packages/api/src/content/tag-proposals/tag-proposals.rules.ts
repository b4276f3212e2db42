import { TAG_PROPOSALS } from "@bbux/contract";
import { allowed, refused, type Verdict } from "../../platform/errors/errors.ts";

/** What a member has that proposing a tag depends on. */
export interface Proposer {
  /** Reputation, and how much it takes: 0 for staff. */
  readonly points: number;
  readonly needed: number;
  /** How many of their proposals are open. */
  readonly open: number;
}

/** Lets members with enough reputation propose a tag while not too many of theirs are open. */
export function mayPropose({ points, needed, open }: Proposer): Verdict {
  if (points < needed) {
    return refused("TAG_REPUTATION", {
      message: `Proposing a tag takes ${needed} reputation points. You have ${points}.`,
      details: { points, needed },
    });
  }
  return open < TAG_PROPOSALS.open ? allowed : refused("TOO_MANY_TAG_PROPOSALS");
}

/** Lets only open proposals be approved, declined or withdrawn. */
export function mayEnd({ status }: { readonly status: string }): Verdict {
  return status === "OPEN" ? allowed : refused("TAG_PROPOSAL_DECIDED");
}
