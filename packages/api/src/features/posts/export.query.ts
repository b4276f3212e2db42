import { type ExportPostsInput, LIMITS, type Post } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { portionsOf, snapshot } from "../../snapshot.ts";
import { feedFilter } from "./feed.filter.ts";
import { feedPlaces } from "./feed.places.ts";
import { postFields } from "./post.sql.ts";
import { searchPlaces } from "./search.places.ts";
import { settleSearch } from "./search.query.ts";

/** A post as files have it: whole, but without its thread. */
export type ExportedPost = Omit<
  Post,
  "answers" | "comments" | "userVote" | "userVotes" | "bookmarked" | "revisionCount"
>;

/** Posts that are in memory at once. */
const PORTION = 50;

/**
 * All posts of a feed in its order, at most 10 000, as they stood at one moment, read in small portions from a cursor: each
 * portion is a short statement of its own, so a slow reader meets no statement time-out. The transaction is open until
 * the generator ends or is told to (`return()`).
 * @param idleMs the reader may take between two portions; after that PostgreSQL ends the transaction
 */
export async function* exportPosts(
  db: Database,
  { format: _, ...input }: ExportPostsInput,
  now: Date,
  idleMs: number,
): AsyncGenerator<ExportedPost> {
  yield* snapshot(db, idleMs, async function* (trx) {
    const filter = feedFilter(input, now);
    const most = LIMITS.exportRows;
    let places = feedPlaces(filter, input.sort, false, { limit: most, offset: 0 });
    if (input.search) {
      const settled = await settleSearch(trx, { input, search: input.search, filter, now, viewerId: null });
      if (!settled) return;
      places = searchPlaces({ ...settled, where: filter.where, sort: input.sort, most }, sql`limit ${sql.lit(most)}`);
    }
    // Row by row beside the places, which are in order, so that nothing large is ever sorted.
    const posts = sql<{ post: ExportedPost }>`
      with ${places}
      select one.post from (select id, place from page order by place) as page cross join lateral (
        select json_build_object(${postFields("content", now)}) as post
        from posts p join users u on u.id = p.author_id where p.id = page.id offset 0
      ) as one order by page.place`;
    for await (const { post } of portionsOf(trx, posts, PORTION)) yield post;
  });
}
