import { messageOf } from "../../lib/errors.ts";
import { LatestWins } from "../../lib/latestWins.ts";
import { noticeDeadSession } from "../../lib/sessionEvents.ts";
import { client } from "../../lib/trpc.ts";
import { showVotes, type VoteTarget } from "./voteCache.ts";
import { type Figures, type Vote, voteFor, withVote } from "./voteCounts.ts";

/** Votes being sent, by target, so that two controls of one post take turns. */
const underWay = new Map<string, LatestWins<Vote, Figures>>();

interface Outcome {
  /** The server has counted the vote. */
  counted(figures: Figures): void;
  failed?(error: unknown): void;
}

/**
 * Casts a vote. It shows immediately; then the server's figures replace the local ones. A failure is logged and
 * reverted.
 */
export function castVote(target: VoteTarget, figures: Figures, arrow: 1 | -1, outcome?: Outcome): void {
  const latest =
    underWay.get(target.id) ??
    new LatestWins<Vote, Figures>(figures, {
      send: async (value) => {
        const counted = await send(target, value);
        outcome?.counted(counted);
        return counted;
      },
      guess: withVote,
      valueOf: ({ userVote }) => userVote,
      show: (shown) => showVotes(target, shown),
      failed: (error) => {
        // biome-ignore lint/suspicious/noConsole: a failed vote is logged
        console.error("Failed to vote", messageOf(error));
        noticeDeadSession(error);
        outcome?.failed?.(error);
      },
      idle: () => underWay.delete(target.id),
    });
  underWay.set(target.id, latest);
  latest.choose(voteFor(latest.wanted, arrow));
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
