import { commentOutput, createCommentInput, listCommentsInput, listCommentsOutput } from "@bbux/contract";
import { memberProcedure, publicProcedure, router } from "../../trpc.ts";
import { createComment } from "./comments.commands.ts";
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
        summary: "Comments on a post, by net votes",
      },
    })
    .input(listCommentsInput)
    .output(listCommentsOutput)
    .query(({ ctx, input }) => listComments(ctx.db, input)),

  create: memberProcedure
    .meta({ openapi: { method: "POST", path: "/posts/{postId}/comments", tags, summary: "Comment on a post" } })
    .input(createCommentInput)
    .output(commentOutput)
    .mutation(({ ctx, input }) => createComment(ctx, input)),
});
