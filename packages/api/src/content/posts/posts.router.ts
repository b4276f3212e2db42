import {
  byPostId,
  createPostInput,
  done,
  editPostInput,
  historyOutput,
  listPostsInput,
  listPostsOutput,
  participantsInput,
  participantsOutput,
  postHistoryInput,
  postOutput,
  relatedPostsInput,
  relatedPostsOutput,
  similarPostsInput,
  similarPostsOutput,
  TEXT_REFUSALS,
  votePostInput,
  votePostOutput,
} from "@bbux/contract";
import { LEAVING_REFUSALS } from "../../people/leaving/index.ts";
import { memberProcedure, publicProcedure, router } from "../../platform/calls/index.ts";
import { postHistory } from "../revisions/index.ts";
import { relatedPosts, similarPosts } from "../search/index.ts";
import { vote } from "../votes/vote.command.ts";
import { createPost } from "./create.command.ts";
import { deletePost } from "./delete.command.ts";
import { editPost } from "./edit.command.ts";
import { listPosts } from "./feed.query.ts";
import { listParticipants } from "./participants.query.ts";
import { getPost } from "./post.query.ts";

const tags = ["posts"];

export const postsRouter = router({
  list: publicProcedure
    .meta({
      openapi: { method: "GET", path: "/posts", tags, protect: false, summary: "The feed: filtered, sorted, in pages" },
      refuses: ["UNAUTHENTICATED"],
    })
    .input(listPostsInput)
    .output(listPostsOutput)
    .query(({ ctx, input }) => listPosts(ctx.db, input, ctx.now(), ctx.viewer?.id ?? null)),

  get: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/posts/{id}",
        tags,
        protect: false,
        summary: "A post with answers and comments",
        description: "The author of hidden content sees that it's hidden, and why.",
      },
      refuses: ["CONTENT_HIDDEN"],
    })
    .input(byPostId)
    .output(postOutput)
    .query(async ({ ctx, input }) => ({
      success: true,
      post: await getPost(ctx.db, input.id, ctx.now(), ctx.viewer?.id ?? null),
    })),

  similar: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/posts/similar",
        tags,
        protect: false,
        summary: "Posts like the one whose title is being written",
      },
    })
    .input(similarPostsInput)
    .output(similarPostsOutput)
    .query(async ({ ctx, input }) => ({ posts: await similarPosts(ctx.db, input.title) })),

  related: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/posts/{id}/related",
        tags,
        protect: false,
        summary: "Posts to read beside a post: linked ones, then similar ones",
      },
    })
    .input(relatedPostsInput)
    .output(relatedPostsOutput)
    .query(async ({ ctx, input }) => ({ posts: await relatedPosts(ctx.db, input.id) })),

  participants: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/posts/{id}/participants",
        tags,
        protect: false,
        summary: "Members who asked, answered or commented, with their reputation",
      },
    })
    .input(participantsInput)
    .output(participantsOutput)
    .query(({ ctx, input }) => listParticipants(ctx.db, input.id)),

  create: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/posts",
        tags,
        summary: "Publish a post, with a bounty if wanted",
        description:
          "A bounty costs its amount and the fee that `/parameters` names, isn't taken while your withdrawals are held, and needs a fresh proof above the amount from which you want to be asked. Takes an Idempotency-Key header.",
      },
      refuses: ["INSUFFICIENT_BALANCE", "POST_LIMIT", ...LEAVING_REFUSALS, ...TEXT_REFUSALS],
      idempotent: true,
    })
    .input(createPostInput)
    .output(postOutput)
    .mutation(({ ctx, input }) => createPost(ctx, input)),

  edit: memberProcedure
    .meta({
      openapi: {
        method: "PUT",
        path: "/posts/{id}",
        tags,
        summary: "Edit one's own post, 24 hours after its last edit",
      },
      refuses: ["FORBIDDEN", "EDIT_LOCKED", ...TEXT_REFUSALS],
    })
    .input(editPostInput)
    .output(postOutput)
    .mutation(({ ctx, input }) => editPost(ctx, input)),

  delete: memberProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/posts/{id}",
        tags,
        summary: "Delete one's own post; an unpaid bounty returns, the fee does not",
        description: "Takes an Idempotency-Key header.",
      },
      refuses: ["FORBIDDEN", "REFUND_PENDING", "BOUNTY_HAS_ANSWERS"],
      idempotent: true,
    })
    .input(byPostId)
    .output(done)
    .mutation(({ ctx, input }) => deletePost(ctx, input.id)),

  vote: memberProcedure
    .meta({
      openapi: { method: "POST", path: "/posts/{id}/vote", tags, summary: "Vote on a post, or take it back" },
      refuses: ["OWN_CONTENT", "VOTE_LIMIT"],
    })
    .input(votePostInput)
    .output(votePostOutput)
    .mutation(async ({ ctx, input }) => {
      const { upvotes, downvotes, userVote } = await vote(ctx, { kind: "post", id: input.id }, input.value);
      const counters = { qualityUpvotes: upvotes, qualityDownvotes: downvotes, totalVotes: upvotes - downvotes };
      return { success: true, ...counters, userVote };
    }),

  history: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/posts/{id}/history",
        tags,
        protect: false,
        summary: "The versions of a post, the latest first",
      },
    })
    .input(postHistoryInput)
    .output(historyOutput)
    .query(({ ctx, input: { id, ...window } }) => postHistory(ctx.db, id, window)),
});
