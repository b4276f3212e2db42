import {
  byCommentId,
  commentOutput,
  createCommentInput,
  done,
  listCommentsInput,
  listCommentsOutput,
  TEXT_REFUSALS,
  voteCommentInput,
  voteCommentOfPostInput,
  voteOutput,
} from "@bbux/contract";
import { memberProcedure, publicProcedure, router } from "../../platform/calls/index.ts";
import { vote } from "../votes/vote.command.ts";
import { createComment, deleteComment } from "./comments.commands.ts";
import { listComments } from "./comments.queries.ts";

const tags = ["comments"];

export const commentsRouter = router({
  list: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/posts/{postId}/comments",
        tags,
        protect: false,
        summary: "Comments on a post or on one of its answers, by net votes",
      },
    })
    .input(listCommentsInput)
    .output(listCommentsOutput)
    .query(({ ctx, input }) => listComments(ctx.db, input, ctx.viewer?.id ?? null)),

  create: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/posts/{postId}/comments",
        tags,
        summary: "Comment on a post or on one of its answers",
        description: "Takes an Idempotency-Key header.",
      },
      refuses: ["COMMENT_LIMIT", ...TEXT_REFUSALS],
      idempotent: "text",
    })
    .input(createCommentInput)
    .output(commentOutput)
    .mutation(({ ctx, input }) => createComment(ctx, input)),

  delete: memberProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/posts/{postId}/comments/{commentId}",
        tags,
        summary: "Delete one's own comment",
      },
      refuses: ["FORBIDDEN"],
    })
    .input(byCommentId)
    .output(done)
    .mutation(({ ctx, input }) => deleteComment(ctx, input)),

  vote: memberProcedure
    .meta({
      openapi: { method: "POST", path: "/comments/{id}/vote", tags, summary: "Vote on a comment, or take it back" },
      refuses: ["OWN_CONTENT", "VOTE_LIMIT"],
    })
    .input(voteCommentInput)
    .output(voteOutput)
    .mutation(async ({ ctx, input }) => ({
      success: true,
      ...(await vote(ctx, { kind: "comment", id: input.id }, input.value)),
    })),

  voteOfPost: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/posts/{postId}/comments/{commentId}/vote",
        tags,
        summary: "The same, by the comment's whole path",
      },
      refuses: ["OWN_CONTENT", "VOTE_LIMIT"],
    })
    .input(voteCommentOfPostInput)
    .output(voteOutput)
    .mutation(async ({ ctx, input }) => ({
      success: true,
      ...(await vote(ctx, { kind: "comment", id: input.commentId, postId: input.postId }, input.value)),
    })),
});
