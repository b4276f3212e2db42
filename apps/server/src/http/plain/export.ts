import { EXPORT_TYPES, exportPosts, exportText } from "@bbux/api";
import { APP, exportPostsInput, LIMITS } from "@bbux/contract";
import { openRoute } from "./route.ts";
import { LONGEST_MS, STREAMED, sendStreamed } from "./streamed.ts";

export const exportFeed = openRoute({
  method: "GET",
  path: "/posts/export",
  input: exportPostsInput,
  refuses: ["UNAUTHENTICATED"],
  operation: {
    operationId: "posts-export",
    summary: "The whole result of a feed as a file",
    description: `Takes the filters of the feed and its order. The posts are whole, but without answers and comments, at most ${LIMITS.exportRows.toLocaleString("en")}, all as they stood at one moment. ${STREAMED}`,
    tag: "posts",
    content: {
      "text/csv": { schema: { type: "string" } },
      "application/json": {
        schema: {
          type: "array",
          items: {
            type: "object",
            description: "As in the feed, with the whole content and its address, and without anybody's vote",
            properties: {
              id: { type: "string" },
              url: { type: "string", format: "uri" },
              title: { type: "string" },
              content: { type: "string", description: "Markdown" },
              author: { $ref: "#/components/schemas/Author" },
              tags: { type: "array", items: { type: "string" } },
              codeBlocks: { type: "array", items: { $ref: "#/components/schemas/CodeBlock" } },
              createdAt: { type: "string", format: "date-time" },
            },
            required: ["id", "url", "title", "content", "author", "tags", "codeBlocks", "createdAt"],
          },
        },
      },
      "text/markdown": { schema: { type: "string" } },
    },
  },
  async serve({ ctx, input, request, reply }) {
    const now = ctx.now();
    const origin = `${request.protocol}://${request.host}`;
    return sendStreamed(ctx, reply, {
      name: `${APP.name.toLowerCase()}-posts-${now.toISOString().slice(0, 10)}.${input.format}`,
      type: EXPORT_TYPES[input.format],
      rows: exportPosts(ctx.db, input, { now, viewerId: ctx.viewer?.id ?? null, idleMs: LONGEST_MS }),
      text: (posts) => exportText(input.format, posts, { origin, now }),
    });
  },
});
