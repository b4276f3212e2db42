import {
  followedTagsOutput,
  followTagsInput,
  listTagsInput,
  listTagsOutput,
  suggestTagsInput,
  suggestTagsOutput,
} from "@bbux/contract";
import { memberProcedure, publicProcedure, router } from "../../platform/calls/index.ts";
import { suggestTags } from "../search/index.ts";
import { followTags } from "./follow.command.ts";
import { followedTags, listTags } from "./tags.queries.ts";

const tags = ["tags"];

export const tagsRouter = router({
  list: publicProcedure
    .meta({ openapi: { method: "GET", path: "/tags", tags, protect: false, summary: "Tags, the most used first" } })
    .input(listTagsInput)
    .output(listTagsOutput)
    .query(async ({ ctx, input }) => ({ data: await listTags(ctx.db, input) })),

  suggest: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/tags/suggest",
        tags,
        protect: false,
        summary: "Tags for a post that is being written",
        description: "Those that its title and text name, then those of similar posts.",
      },
    })
    .input(suggestTagsInput)
    .output(suggestTagsOutput)
    .query(async ({ ctx, input }) => ({ data: await suggestTags(ctx.db, input) })),

  followed: memberProcedure
    .meta({ openapi: { method: "GET", path: "/tags/followed", tags, summary: "The tags that the caller follows" } })
    .output(followedTagsOutput)
    .query(async ({ ctx }) => ({ data: await followedTags(ctx.db, ctx.viewer.id) })),

  follow: memberProcedure
    .meta({
      openapi: {
        method: "PUT",
        path: "/tags/followed",
        tags,
        summary: "Choose the tags to follow, in place of those followed so far",
        description: "The feed's tab `forYou` shows posts with any of them.",
      },
    })
    .input(followTagsInput)
    .output(followedTagsOutput)
    .mutation(({ ctx, input }) => followTags(ctx, input)),
});
