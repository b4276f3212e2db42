import { z } from "zod";
import { id, idOut, time } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import {
  author,
  codeBlock,
  codeBlocksInput,
  comment,
  contentHtml,
  threadPage,
  userVotes,
  vote,
} from "../platform/parts.ts";
import { text } from "../platform/text.ts";

export const answer = z
  .object({
    id: idOut,
    postId: idOut,
    content: z.string().meta({ description: "Markdown" }),
    contentHtml,
    codeBlocks: z.array(codeBlock),
    isAccepted: z.boolean(),
    authorId: idOut,
    author,
    authorReputation: z.int().meta({ description: "The author's points" }),
    createdAt: time,
    editedAt: time.nullable(),
    upvotes: z.int(),
    downvotes: z.int(),
    userVote: vote,
    commentCount: z.int(),
    comments: z.array(comment).meta({
      description: `Its first ${LIMITS.answerComments} comments by net votes; GET posts/{id}/comments has all`,
    }),
  })
  .meta({ id: "Answer" });
export type Answer = z.infer<typeof answer>;

export const listAnswersInput = z.object({
  postId: id,
  ...threadPage,
});
export const listAnswersOutput = z.object({ answers: z.array(answer), userVotes });

const answerBody = {
  content: text({ max: LIMITS.answer, required: "Answer is required" }).meta({
    description: "Markdown",
    example: "It is checked at commit, so…",
  }),
  codeBlocks: codeBlocksInput.optional(),
};
const answerExample = { examples: [{ content: "It is checked at commit, so…" }] };
export const createAnswerInput = z.object({ postId: id, ...answerBody }).meta(answerExample);
export const editAnswerInput = z.object({ postId: id, answerId: id, ...answerBody }).meta(answerExample);
export const byAnswerId = z.object({ postId: id, answerId: id });
export const answerOutput = z.object({ success: z.literal(true), answer });
