import { z } from "zod";
import { id } from "./ids.ts";
import { vote } from "./parts.ts";

/** 1, −1, or 0 to withdraw it. The single kind of vote may be named. */
const voteBody = {
  value: z
    .literal([-1, 0, 1], "value must be -1, 0 or 1")
    .meta({ example: 1, override: { type: "integer", enum: [-1, 0, 1] } }),
  voteType: z.literal("quality").meta({ description: "The only one there is" }).optional(),
};

export const votePostInput = z.object({ id, ...voteBody });
export const voteCommentInput = z.object({ id, ...voteBody });
export const voteCommentOfPostInput = z.object({ postId: id, commentId: id, ...voteBody });
export const voteAnswerInput = z.object({ postId: id, answerId: id, ...voteBody });

export const votePostOutput = z
  .object({
    success: z.literal(true),
    totalVotes: z.int().meta({ description: "Up less down" }),
    userVote: vote,
    qualityUpvotes: z.int(),
    qualityDownvotes: z.int(),
  })
  .meta({ id: "PostVotes" });

export const voteOutput = z
  .object({ success: z.literal(true), upvotes: z.int(), downvotes: z.int(), userVote: vote })
  .meta({ id: "Votes" });
export type VoteOutput = z.infer<typeof voteOutput>;
