import { type ExportPostsInput, LIMITS, type Post } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { portionsOf, snapshot } from "../../platform/queries/index.ts";
import { feedFilter, feedOrder, feedPlaces } from "../feed/index.ts";
import { postFields } from "../parts/index.ts";
import { searchPlaces, settleSearch } from "../search/index.ts";

/** A whole post as files contain it, without its answers and comments. */
export type ExportedPost = Omit<
  Post,
  "answers" | "comments" | "userVote" | "userVotes" | "bookmarked" | "revisionCount"
>;

/** Posts in memory at a time. */
const PORTION = 50;

/**
 * Yields all posts of a feed in its order, at most 10,000, as of one moment, read in small batches from a cursor. Each
 * batch is a short, separate statement, so a slow reader hits no statement timeout. The transaction is open until the
 * generator ends or is ended with `return()`.
 * @param asked `idleMs` the reader may take between two batches; after that PostgreSQL ends the transaction
 * @throws AppError UNAUTHENTICATED for a visitor's own tab
 */
export async function* exportPosts(
  db: Database,
  { format: _, ...input }: ExportPostsInput,
  { now, viewerId, idleMs }: { now: Date; viewerId: string | null; idleMs: number },
): AsyncGenerator<ExportedPost> {
  yield* snapshot(db, idleMs, async function* (trx) {
    const filter = feedFilter(input, now, viewerId);
    const order = feedOrder(input);
    const most = LIMITS.exportRows;
    let places = feedPlaces(filter, order, false, { limit: most, offset: 0 });
    if (input.search) {
      const settled = await settleSearch(trx, { input, search: input.search, filter, now, viewerId });
      if (!settled) return;
      places = searchPlaces({ ...settled, where: filter.where, order, most }, sql`limit ${sql.lit(most)}`);
    }
    // Joined row by row in the order of the places, so nothing large is ever sorted.
    const posts = sql<{ post: ExportedPost }>`
      with ${places}
      select one.post from (select id, place from page order by place) as page cross join lateral (
        select json_build_object(${postFields("content", now)}) as post
        from posts p join users u on u.id = p.author_id where p.id = page.id offset 0
      ) as one order by page.place`;
    for await (const { post } of portionsOf(trx, posts, PORTION)) yield post;
  });
}
