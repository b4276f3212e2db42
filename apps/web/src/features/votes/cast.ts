import { messageOf } from "../../errors.ts";
import { LastWish } from "../../lastWish.ts";
import { noticeDeadSession } from "../../session-events.ts";
import { client } from "../../trpc.ts";
import { type Figures, type Vote, voteFor, withVote } from "./figures.ts";
import { showVotes, type VoteTarget } from "./shown.ts";

/** Votes under way, by what they are on: two controls of one post take turns, too. */
const underWay = new Map<string, LastWish<Vote, Figures>>();

/**
 * A click on an arrow. It shows at once; then the server's figures replace the local ones. A failure is logged and taken
 * back, nothing more (spec core §8).
 */
export function castVote(target: VoteTarget, figures: Figures, arrow: 1 | -1): void {
  const wish =
    underWay.get(target.id) ??
    new LastWish<Vote, Figures>(figures, {
      send: (value) => send(target, value),
      guess: withVote,
      valueOf: ({ userVote }) => userVote,
      show: (shown) => showVotes(target, shown),
      failed: (error) => {
        // biome-ignore lint/suspicious/noConsole: a failed vote is logged (spec core §8)
        console.error("Failed to vote", messageOf(error));
        noticeDeadSession(error);
      },
      idle: () => underWay.delete(target.id),
    });
  underWay.set(target.id, wish);
  wish.wish(voteFor(wish.wanted, arrow));
}

async function send(target: VoteTarget, value: Vote): Promise<Figures> {
  if (target.kind === "post") {
    const { qualityUpvotes: up, totalVotes, userVote } = await client.posts.vote.mutate({ id: target.id, value });
    return { up, down: up - totalVotes, userVote };
  }
  const { upvotes, downvotes, userVote } =
    target.kind === "answer"
      ? await client.answers.vote.mutate({ postId: target.postId, answerId: target.id, value })
      : await client.comments.vote.mutate({ id: target.id, value });
  return { up: upvotes, down: downvotes, userVote };
}
