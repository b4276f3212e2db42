import { isReviewer, REVIEWS, type TrustLevel } from "@bbux/contract";
import { allowed, refused, type Verdict } from "../../platform/errors/errors.ts";

/** A review item, read under its lock. */
export interface Review {
  readonly authorId: string;
  readonly status: string;
  readonly clears: number;
  readonly flags: number;
  /** Whether readers can still see it. */
  readonly seen: boolean;
}

export interface Reviewer {
  /** Theirs, and those that count as theirs. */
  readonly accounts: readonly string[];
  readonly level: TrustLevel;
  /** Whether they asked or answered the question that it belongs to, or voted on one of its answers or its refund before the bounty was paid. */
  readonly interested: boolean;
  /** Whether they share access with the author or another reviewer (docs/adr/0039). */
  readonly tied: boolean;
  /** Whether they have given their verdict. */
  readonly hasReviewed: boolean;
}

/** Lets established members and staff see the queue. */
export function mayReview(level: TrustLevel): Verdict {
  return isReviewer(level) ? allowed : refused("REVIEWERS_ONLY");
}

/** Lets a reviewer decide once about what others wrote, never about rivals. */
export function mayDecide(review: Review, reviewer: Reviewer): Verdict {
  const may = mayReview(reviewer.level);
  if (!may.ok) return may;
  if (reviewer.accounts.includes(review.authorId))
    return refused("OWN_DECISION", { message: "Someone else must review this" });
  if (reviewer.hasReviewed) return refused("ALREADY_REVIEWED");
  if (review.status !== "OPEN" || !review.seen) return refused("REVIEW_CLOSED");
  if (reviewer.tied) {
    const message =
      "You share a network, device or wallet with its author or another reviewer, so someone else must review this";
    return refused("HAS_INTEREST", { message });
  }
  if (!reviewer.interested) return allowed;
  return refused("HAS_INTEREST", {
    message:
      "You asked or answered this question, or voted on one of its answers or its refund before the bounty was paid, so someone else must review this",
  });
}

/** What a review comes to: the first two verdicts that agree decide, so after one of each the third does. */
export function outcomeOf({ clears, flags }: Pick<Review, "clears" | "flags">): "OPEN" | "CLEARED" | "FLAGGED" {
  if (clears >= REVIEWS.agree) return "CLEARED";
  return flags >= REVIEWS.agree ? "FLAGGED" : "OPEN";
}
