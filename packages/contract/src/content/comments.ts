import { z } from "zod";
import { id } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { comment, threadPage, userVotes } from "../platform/parts.ts";
import { text } from "../platform/text.ts";

/** Whose comments: the question's, or an answer's. */
const aboutAnswer = id.optional().meta({ description: "Id of an answer to the post; without it, the question itself" });

export const listCommentsInput = z.object({
  postId: id,
  answerId: aboutAnswer,
  ...threadPage,
});
export const listCommentsOutput = z.object({ comments: z.array(comment), userVotes });
export const createCommentInput = z.object({
  postId: id,
  answerId: aboutAnswer,
  content: text({ max: LIMITS.comment, required: "Comment is required" }).meta({ example: "Which version is this?" }),
});
export const byCommentId = z.object({ postId: id, commentId: id });
export const commentOutput = z.object({ success: z.literal(true), comment });
