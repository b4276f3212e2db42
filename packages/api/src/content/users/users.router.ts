import {
  byUser,
  memberCard,
  publicUser,
  searchUsersInput,
  searchUsersOutput,
  userPostsInput,
  userPostsOutput,
} from "@bbux/contract";
import { memberProcedure, publicProcedure, router } from "../../platform/calls/index.ts";
import { getMemberCard } from "./card.query.ts";
import { getPublicUser, listUserPosts, searchUsers } from "./users.queries.ts";

const tags = ["users"];

export const usersRouter = router({
  search: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/users",
        tags,
        protect: true,
        summary: "Members whose name begins so",
      },
    })
    .input(searchUsersInput)
    .output(searchUsersOutput)
    .query(({ ctx, input }) => searchUsers(ctx.db, input)),

  get: publicProcedure
    .meta({
      openapi: { method: "GET", path: "/users/{id}", tags, protect: false, summary: "A member, by id or username" },
    })
    .input(byUser)
    .output(publicUser)
    .query(({ ctx, input }) => getPublicUser(ctx.db, input.id, ctx.viewer?.id ?? null, ctx.now())),

  card: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/users/{id}/card",
        tags,
        protect: false,
        summary: "A few figures about a member, by id or username",
      },
    })
    .input(byUser)
    .output(memberCard)
    .query(({ ctx, input }) => getMemberCard(ctx.db, input.id)),

  posts: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/users/{id}/posts",
        tags,
        protect: false,
        summary: "A member's posts, newest first",
      },
    })
    .input(userPostsInput)
    .output(userPostsOutput)
    .query(({ ctx, input }) => listUserPosts(ctx.db, input, ctx.now(), ctx.viewer?.id ?? null)),
});
