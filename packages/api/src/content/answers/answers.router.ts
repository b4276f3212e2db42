import {
  answerHistoryInput,
  answerOutput,
  byAnswerId,
  createAnswerInput,
  done,
  editAnswerInput,
  historyOutput,
  listAnswersInput,
  listAnswersOutput,
  TEXT_REFUSALS,
  voteAnswerInput,
  voteOutput,
} from "@bbux/contract";
import { LEAVING_REFUSALS } from "../../people/leaving/index.ts";
import { memberProcedure, publicProcedure, router } from "../../platform/calls/index.ts";
import { answerHistory } from "../revisions/index.ts";
import { vote } from "../votes/vote.command.ts";
import { acceptAnswer } from "./accept.command.ts";
import { createAnswer, deleteAnswer, editAnswer } from "./answers.commands.ts";
import { listAnswers } from "./answers.queries.ts";

const tags = ["answers"];

export const answersRouter = router({
  list: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/posts/{postId}/answers",
        tags,
        protect: false,
        summary: "Answers to a post: the accepted one first, then by net votes",
      },
    })
    .input(listAnswersInput)
    .output(listAnswersOutput)
    .query(({ ctx, input }) => listAnswers(ctx.db, input, ctx.viewer?.id ?? null)),

  create: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/posts/{postId}/answers",
        tags,
        summary: "Answer a post",
        description: "Takes an Idempotency-Key header.",
      },
      refuses: ["POST_CLOSED", "HAS_INTEREST", "EMAIL_UNVERIFIED", "ANSWER_LIMIT", ...TEXT_REFUSALS],
      idempotent: "text",
    })
    .input(createAnswerInput)
    .output(answerOutput)
    .mutation(({ ctx, input }) => createAnswer(ctx, input)),

  edit: memberProcedure
    .meta({
      openapi: { method: "PUT", path: "/posts/{postId}/answers/{answerId}", tags, summary: "Edit one's own answer" },
      refuses: ["FORBIDDEN", "POST_CLOSED", ...TEXT_REFUSALS],
    })
    .input(editAnswerInput)
    .output(answerOutput)
    .mutation(({ ctx, input }) => editAnswer(ctx, input)),

  delete: memberProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/posts/{postId}/answers/{answerId}",
        tags,
        summary: "Delete one's own answer, unless it is accepted",
      },
      refuses: ["FORBIDDEN", "ALREADY_ACCEPTED", ...LEAVING_REFUSALS],
    })
    .input(byAnswerId)
    .output(done)
    .mutation(({ ctx, input }) => deleteAnswer(ctx, input)),

  accept: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/posts/{postId}/answers/{answerId}/accept",
        tags,
        summary: "Accept an answer to one's own post; its author is paid the bounty",
        description:
          "Takes an Idempotency-Key header. A bounty isn't paid while your withdrawals are held, and needs a fresh proof above the amount from which you want to be asked.",
      },
      refuses: ["FORBIDDEN", "OWN_ANSWER", "ALREADY_ACCEPTED", "REFUND_PENDING", "POST_CLOSED", ...LEAVING_REFUSALS],
      idempotent: true,
    })
    .input(byAnswerId)
    .output(done)
    .mutation(({ ctx, input }) => acceptAnswer(ctx, input)),

  vote: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/posts/{postId}/answers/{answerId}/vote",
        tags,
        summary: "Vote on an answer, or take it back",
      },
      refuses: ["OWN_CONTENT", "VOTE_LIMIT"],
    })
    .input(voteAnswerInput)
    .output(voteOutput)
    .mutation(async ({ ctx, input }) => ({
      success: true,
      ...(await vote(ctx, { kind: "answer", id: input.answerId, postId: input.postId }, input.value)),
    })),

  history: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/posts/{postId}/answers/{answerId}/history",
        tags,
        protect: false,
        summary: "The versions of an answer, the latest first",
      },
    })
    .input(answerHistoryInput)
    .output(historyOutput)
    .query(({ ctx, input: { page, limit, ...path } }) => answerHistory(ctx.db, path, { page, limit })),
});
