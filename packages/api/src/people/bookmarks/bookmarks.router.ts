import {
  bookmarkStatusInput,
  bookmarkStatusOutput,
  listBookmarksInput,
  listBookmarksOutput,
  toggleBookmarkInput,
  toggleBookmarkOutput,
} from "@bbux/contract";
import { memberProcedure, router } from "../../platform/calls/index.ts";
import { bookmarkStatus, listBookmarks } from "./bookmarks.queries.ts";
import { toggleBookmark } from "./toggle.command.ts";

const tags = ["bookmarks"];

export const bookmarksRouter = router({
  list: memberProcedure
    .meta({ openapi: { method: "GET", path: "/bookmarks", tags, summary: "The caller's bookmarks, the latest first" } })
    .input(listBookmarksInput)
    .output(listBookmarksOutput)
    .query(({ ctx, input }) => listBookmarks(ctx.db, ctx.viewer.id, input)),

  status: memberProcedure
    .meta({
      openapi: { method: "GET", path: "/bookmarks/status", tags, summary: "Which of these posts the caller keeps" },
    })
    .input(bookmarkStatusInput)
    .output(bookmarkStatusOutput)
    .query(async ({ ctx, input }) => ({ status: await bookmarkStatus(ctx.db, ctx.viewer.id, input.postIds) })),

  toggle: memberProcedure
    .meta({
      openapi: { method: "POST", path: "/bookmarks/toggle", tags, summary: "Keep a post, or let go of it" },
      refuses: ["NOT_FOUND"],
    })
    .input(toggleBookmarkInput)
    .output(toggleBookmarkOutput)
    .mutation(({ ctx, input }) => toggleBookmark(ctx, input.postId)),
});
