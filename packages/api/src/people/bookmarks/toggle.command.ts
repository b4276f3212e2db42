import { toDbId, type toggleBookmarkOutput } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";

/** Toggles a bookmark. Concurrent toggles of one member run one after the other. @throws AppError NOT_FOUND */
export async function toggleBookmark(
  ctx: MemberContext,
  postId: string,
): Promise<z.infer<typeof toggleBookmarkOutput>> {
  const id = toDbId(postId);
  if (id === null) throw postNotFound();
  return ctx.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('bookmark', ${ctx.viewer.id}::bigint # ${id}::bigint))`.execute(
      trx,
    );
    const removed = await trx
      .deleteFrom("bookmarks")
      .where("user_id", "=", ctx.viewer.id)
      .where("post_id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (removed) return { success: true, bookmarked: false };
    const { rows } = await sql`
      insert into bookmarks (user_id, post_id, created_at)
      select ${ctx.viewer.id}, p.id, ${ctx.now()}::timestamptz from posts p
      where p.id = ${id} and p.deleted_at is null returning id`.execute(trx);
    if (rows.length === 0) throw postNotFound();
    return { success: true, bookmarked: true };
  });
}

const postNotFound = () => new AppError("NOT_FOUND", { message: "Post not found" });
