import type { Post } from "@bbux/contract";
import { bountyStage } from "./bountyStage.ts";

/** The hash of the form for a new answer, which takes the focus when a page opens with it. */
export const YOUR_ANSWER = "your-answer";

type Facts = Pick<
  Post,
  "authorId" | "status" | "reward" | "bountyStatus" | "bountyExpiresAt" | "settlesAt" | "refund" | "answers"
>;

/**
 * Whether to invite a reader to answer: "bounty" when the answer can win it, "plain" when it can't, `null` when there is
 * nothing to invite to: their own question, one that they have answered, or one that is answered or closed.
 */
export function answerCall(post: Facts, viewerId: string | undefined, now: number): "bounty" | "plain" | null {
  if (post.status !== "OPEN" || post.authorId === viewerId) return null;
  if (post.answers.some(({ authorId }) => authorId === viewerId)) return null;
  const stage = bountyStage(post, now);
  return post.reward > 0 && (stage === "runs" || stage === "expired" || stage === "refused") ? "bounty" : "plain";
}

/** Moves to the form for a new answer; `false` while it isn't there yet. */
export function focusYourAnswer(): boolean {
  const place = document.getElementById(YOUR_ANSWER);
  const field = place?.querySelector("textarea");
  place?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
  return field != null;
}
