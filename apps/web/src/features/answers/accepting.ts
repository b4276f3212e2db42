import type { Answer, Post } from "@bbux/contract";
import { isUnpaid } from "../../components/Bounty.state.ts";

type PostFacts = Pick<Post, "authorId" | "status" | "bountyStatus">;

/**
 * Whether to offer the asker to accept this answer (DECISIONS 1.3, §6): not on a closed post, not once a bounty was paid, and not
 * their own answer to their own bounty. The server decides; this only spares a refusal.
 */
export function mayAccept(
  viewerId: string | undefined,
  post: PostFacts,
  answer: Pick<Answer, "authorId" | "isAccepted">,
): boolean {
  if (viewerId === undefined || viewerId !== post.authorId || answer.isAccepted) return false;
  if (post.status === "CLOSED" || post.bountyStatus === "PAID") return false;
  return !(isUnpaid(post) && answer.authorId === viewerId);
}
