import { listTagsInput, listTagsOutput } from "@bbux/contract";
import { publicProcedure, router } from "../../platform/calls/index.ts";
import { listTags } from "./tags.queries.ts";

export const tagsRouter = router({
  list: publicProcedure
    .meta({
      openapi: { method: "GET", path: "/tags", tags: ["tags"], protect: false, summary: "Tags, the most used first" },
    })
    .input(listTagsInput)
    .output(listTagsOutput)
    .query(async ({ ctx, input }) => ({ data: await listTags(ctx.db, input) })),
});
