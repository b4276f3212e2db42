import { EDIT_LOCK_MS, type PostStatus } from "@bbux/contract";
import { AppError, allowed, refused, type Verdict } from "../../errors.ts";

/** What the rules look at: the row of a post under its lock. */
export interface PostState {
  readonly authorId: string;
  readonly status: PostStatus;
  readonly bountyAmount: bigint;
  readonly bountyStatus: "NONE" | "ESCROWED" | "PAID" | "REFUNDED";
  readonly bountyExpiresAt: Date | null;
  readonly acceptedAnswerId: string | null;
  readonly editedAt: Date | null;
}

const notAuthor = "Only the author can do this";

/** Its author, when it was never edited or last more than 24 hours ago (spec core §6). */
export function mayEdit(post: PostState, viewerId: string, now: Date): Verdict {
  if (post.authorId !== viewerId) return refused("FORBIDDEN", { message: notAuthor });
  if (post.editedAt === null) return allowed;
  const opensAt = new Date(post.editedAt.getTime() + EDIT_LOCK_MS);
  if (now > opensAt) return allowed;
  return refused("EDIT_LOCKED", { details: { opensAt: opensAt.toISOString() } });
}

/**
 * Its author, unless a refund is being decided or somebody answered for a bounty that is not paid yet (DECISIONS 1.4, §6
 * Refunds).
 */
export function mayDelete(
  post: PostState,
  viewerId: string,
  { answeredByOthers, refundOpen }: { readonly answeredByOthers: boolean; readonly refundOpen: boolean },
): Verdict {
  if (post.authorId !== viewerId) return refused("FORBIDDEN", { message: notAuthor });
  if (refundOpen) return refused("REFUND_PENDING");
  if (post.bountyStatus === "ESCROWED" && answeredByOthers) {
    return refused("BOUNTY_HAS_ANSWERS", { details: { refundFrom: post.bountyExpiresAt?.toISOString() ?? null } });
  }
  return allowed;
}

/**
 * The asker, while the post is not closed, nothing has been paid and no refund is being decided; never oneself for one's
 * own bounty (DECISIONS 1.3), nor somebody who has left.
 */
export function mayAccept(
  post: PostState,
  answer: { readonly authorId: string; readonly authorLeft: boolean },
  viewerId: string,
  refundOpen: boolean,
): Verdict {
  if (post.authorId !== viewerId) return refused("FORBIDDEN", { message: "Only the asker can accept an answer" });
  if (post.status === "CLOSED") return refused("POST_CLOSED");
  if (post.bountyStatus === "PAID") return refused("ALREADY_ACCEPTED");
  if (refundOpen) return refused("REFUND_PENDING");
  if (post.bountyStatus === "ESCROWED" && answer.authorId === viewerId) return refused("OWN_ANSWER");
  if (post.bountyStatus === "ESCROWED" && answer.authorLeft) {
    return refused("CONFLICT", { message: "The author of this answer has left and can no longer be paid" });
  }
  return allowed;
}

/** Anyone, while the post is not closed. */
export function mayAnswer(status: PostStatus): Verdict {
  return status === "CLOSED" ? refused("POST_CLOSED", { message: "This post is closed to new answers" }) : allowed;
}

export const postNotFound = () => new AppError("NOT_FOUND", { message: "Post not found" });
