import { type Answer, acceptRefusal, type Post } from "@bbux/contract";

type PostFacts = Pick<Post, "authorId" | "status" | "bountyStatus">;

/**
 * Whether to offer the asker to accept this answer, unless it is the accepted one (docs/DECISIONS.md §6). The server
 * also refuses what the screen can't know; this only avoids a refusal.
 */
export function mayAccept(
  viewerId: string | undefined,
  post: PostFacts,
  answer: Pick<Answer, "authorId" | "isAccepted">,
): boolean {
  return !answer.isAccepted && acceptRefusal(viewerId, post, { authorId: answer.authorId }) === null;
}
