import { acceptRefusal, EDIT_LOCK_MS, type ErrorCode, type PostStatus } from "@bbux/contract";
import { allowed, refused, type Verdict } from "../../platform/errors/errors.ts";

/** What the rules need: the row of a post under its lock. */
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

/** Lets the author edit if the post was never edited, or last more than 24 hours ago. */
export function mayEdit(post: PostState, viewerId: string, now: Date): Verdict {
  if (post.authorId !== viewerId) return refused("FORBIDDEN", { message: notAuthor });
  if (post.editedAt === null) return allowed;
  const opensAt = new Date(post.editedAt.getTime() + EDIT_LOCK_MS);
  if (now > opensAt) return allowed;
  return refused("EDIT_LOCKED", { details: { opensAt: opensAt.toISOString() } });
}

/**
 * Lets the author delete, unless a refund is being decided or someone else answered for a bounty that isn't paid yet
 * (docs/DECISIONS.md 1.4, §6 Refunds).
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

/** Sentences for codes that have another meaning elsewhere. */
const ACCEPT_REFUSALS: { readonly [Code in ErrorCode]?: string } = {
  FORBIDDEN: "Only the asker can accept an answer",
  CONFLICT: "The author of this answer has left and can no longer be paid",
};

/** Gives the contract's rule about accepting an answer its refusals. */
export function mayAccept(
  post: PostState,
  answer: { readonly authorId: string; readonly authorLeft: boolean },
  viewerId: string,
  refundOpen: boolean,
): Verdict {
  const code = acceptRefusal(viewerId, post, answer, { isRefundOpen: refundOpen });
  return code === null ? allowed : refused(code, { message: ACCEPT_REFUSALS[code] });
}

/** Lets anyone answer while the post isn't closed. */
export function mayAnswer(status: PostStatus): Verdict {
  return status === "CLOSED" ? refused("POST_CLOSED", { message: "This post is closed to new answers" }) : allowed;
}
