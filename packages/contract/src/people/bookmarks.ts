import { z } from "zod";
import { id, idOut, time } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { page, pagination } from "../platform/parts.ts";

export const bookmark = z
  .object({
    id: idOut,
    post: z.object({
      id: idOut,
      title: z.string(),
      content: z.string().meta({ description: "Plain text, at most the first 300 characters" }),
      createdAt: time,
    }),
  })
  .meta({ id: "Bookmark" });
export type Bookmark = z.infer<typeof bookmark>;

export const listBookmarksInput = z.object({ ...page }).prefault({});
export const listBookmarksOutput = z
  .object({ bookmarks: z.array(bookmark).meta({ description: "The latest kept first" }), pagination })
  .meta({ id: "BookmarkPage" });

export const toggleBookmarkInput = z.object({ postId: id });
export const toggleBookmarkOutput = z.object({ success: z.literal(true), bookmarked: z.boolean() });

/** The ids are a JSON array as text, as documented: `?postIds=["1","2"]`. */
export const bookmarkStatusInput = z.object({
  postIds: z
    .string()
    .max(LIMITS.statusIds * 70)
    .transform((value, ctx) => {
      const ids = postIds.safeParse(fromJson(value));
      if (ids.success) return ids.data;
      ctx.addIssue({ code: "custom", message: "postIds must be a JSON array of ids" });
      return z.NEVER;
    })
    .meta({ description: `JSON array of at most ${LIMITS.statusIds} post ids`, example: '["1042","1043"]' }),
});
const postIds = z
  .array(z.union([id, z.int().transform(String)]))
  .max(LIMITS.statusIds, `at most ${LIMITS.statusIds} are allowed`);

function fromJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

export const bookmarkStatusOutput = z.object({
  status: z.record(z.string(), z.boolean()).meta({ description: "Post id to whether it is bookmarked" }),
});
