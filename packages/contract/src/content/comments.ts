import { z } from "zod";
import { id, idOut, time } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { author, threadPage, userVotes, vote } from "../platform/parts.ts";
import { text } from "../platform/text.ts";

export const comment = z
  .object({
    id: idOut,
    postId: idOut,
    content: z.string(),
    authorId: idOut,
    author,
    createdAt: time,
    upvotes: z.int(),
    downvotes: z.int(),
    userVote: vote,
  })
  .meta({ id: "Comment" });
export type Comment = z.infer<typeof comment>;

export const listCommentsInput = z.object({
  postId: id,
  ...threadPage,
});
export const listCommentsOutput = z.object({ comments: z.array(comment), userVotes });
export const createCommentInput = z.object({
  postId: id,
  content: text({ max: LIMITS.comment, required: "Comment is required" }).meta({ example: "Which version is this?" }),
});
export const byCommentId = z.object({ postId: id, commentId: id });
export const commentOutput = z.object({ success: z.literal(true), comment });
