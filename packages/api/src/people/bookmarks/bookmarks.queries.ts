import type { Bookmark, listBookmarksInput, listBookmarksOutput } from "@bbux/contract";
import { toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { isoTime, pagination } from "../../platform/queries/index.ts";

const bookmarkFields = sql.raw(`
  'id', b.id::text, 'post', json_build_object(
    'id', p.id::text, 'title', p.title, 'content', p.excerpt, 'createdAt', ${isoTime("p.created_at")})`);

/** Builds a member's latest bookmarks of existing posts as a JSON array. */
export function bookmarksJson(userId: string, limit: number, offset = 0) {
  return sql`(
    select coalesce(json_agg(json_build_object(${bookmarkFields}) order by b.created_at desc, b.id desc), '[]')
    from (
      select kept.id, kept.post_id, kept.created_at from bookmarks kept
      join posts on posts.id = kept.post_id and posts.deleted_at is null
      where kept.user_id = ${userId} order by kept.created_at desc, kept.id desc limit ${limit} offset ${offset}
    ) as b join posts p on p.id = b.post_id)`;
}

/** Counts a member's bookmarks of existing posts, as SQL. */
export function bookmarkCount(userId: string) {
  return sql`(
    select count(*)::int from bookmarks kept join posts on posts.id = kept.post_id and posts.deleted_at is null
    where kept.user_id = ${userId})`;
}

/** Returns a page of a member's bookmarks, latest first, in one round trip. */
export async function listBookmarks(
  db: Kysely<DB>,
  userId: string,
  { page, limit }: z.infer<typeof listBookmarksInput>,
): Promise<z.infer<typeof listBookmarksOutput>> {
  const { rows } = await sql<{ bookmarks: Bookmark[]; total: number }>`
    select ${bookmarksJson(userId, limit, (page - 1) * limit)} as bookmarks, ${bookmarkCount(userId)} as total
  `.execute(db);
  const { bookmarks, total } = rows[0] ?? { bookmarks: [], total: 0 };
  return { bookmarks, pagination: pagination({ page, limit }, total) };
}

/** Returns for each id whether the member bookmarked that post. */
export async function bookmarkStatus(
  db: Kysely<DB>,
  userId: string,
  postIds: readonly string[],
): Promise<Record<string, boolean>> {
  const ids = postIds.map(toDbId).filter((id) => id !== null);
  const rows = ids.length === 0 ? [] : await keptOf(db, userId, ids);
  const kept = new Set(rows.map((row) => row.post_id));
  return Object.fromEntries(postIds.map((id) => [id, kept.has(id)]));
}

function keptOf(db: Kysely<DB>, userId: string, ids: readonly string[]) {
  return db
    .selectFrom("bookmarks")
    .select("post_id")
    .where("user_id", "=", userId)
    .where("post_id", "in", ids)
    .execute();
}
