import { exportAccount } from "@bbux/api";
import { APP } from "@bbux/contract";
import { NO_INPUT, viewerRoute } from "./route.ts";
import { LONGEST_MS, STREAMED, sendStreamed } from "./streamed.ts";

export const exportOwnData = viewerRoute("account", {
  method: "GET",
  path: "/profile/export",
  input: NO_INPUT,
  operation: {
    operationId: "profile-export",
    summary: "Everything that is kept of the caller, as a file",
    description: `One JSON document: account, posts, answers, comments, versions, votes, bookmarks, ratings, reputation, notifications, uploads, sessions and transactions, all as they stood at one moment. Amounts are in base units (9 decimals). ${STREAMED}`,
    tag: "profile",
    content: { "application/json": { schema: { type: "object", additionalProperties: true } } },
  },
  async serve({ ctx, reply }) {
    const now = ctx.now();
    const name = `${APP.name.toLowerCase()}-${ctx.viewer.username}-${now.toISOString().slice(0, 10)}.json`;
    const rows = exportAccount(ctx.db, ctx.viewer.id, now, LONGEST_MS);
    return sendStreamed(ctx, reply, {
      name,
      type: "application/json; charset=utf-8",
      rows,
      text: (text) => text,
    });
  },
});
