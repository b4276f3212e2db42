// No zod here: screens use these rules to offer only what will work.
import type { ErrorCode } from "../platform/errors.ts";

/** Whether a bounty is in escrow: it can still be paid or returned. */
export function isUnpaid({ bountyStatus }: { readonly bountyStatus: string }): boolean {
  return bountyStatus === "ESCROWED" || bountyStatus === "EXPIRED";
}

/**
 * Returns the code that refuses to accept an answer, or `null`. The asker may accept while the post isn't closed, nothing
 * has been paid and no refund is being decided. A bounty isn't paid to the asker (docs/DECISIONS.md 1.3) or to a member
 * who left.
 */
export function acceptRefusal(
  viewerId: string | undefined,
  post: { readonly authorId: string; readonly status: string; readonly bountyStatus: string },
  answer: { readonly authorId: string; readonly authorLeft?: boolean },
  { isRefundOpen = false } = {},
): ErrorCode | null {
  if (post.authorId !== viewerId) return "FORBIDDEN";
  if (post.status === "CLOSED") return "POST_CLOSED";
  if (post.bountyStatus === "PAID") return "ALREADY_ACCEPTED";
  if (isRefundOpen) return "REFUND_PENDING";
  if (isUnpaid(post) && answer.authorId === viewerId) return "OWN_ANSWER";
  return isUnpaid(post) && answer.authorLeft ? "CONFLICT" : null;
}
