import { LIMITS, type ListPostsInput, type listPostsOutput, type PostSummary } from "@bbux/contract";
import { type DB, statement } from "@bbux/db";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { type FeedFilter, feedFilter } from "./feed.filter.ts";
import { feedPlaces, type Window } from "./feed.places.ts";
import { postFields } from "./post.sql.ts";
import { searchPosts } from "./search.query.ts";

export type Feed = z.infer<typeof listPostsOutput>;

/** From this offset on it pays to look up the total first and to read the later half of the feed from its end. */
const DEEP = 1_000;

/**
 * A page of the feed in one round trip. Pages are numbered, as documented, and skipped on an index that covers the
 * order; a page past the middle is read from the other end, so that the last page costs what the first does.
 * @param viewerId whose votes are shown
 */
export async function listPosts(
  db: Kysely<DB>,
  input: ListPostsInput,
  now: Date,
  viewerId: string | null = null,
): Promise<Feed> {
  const { page, limit } = input;
  const filter = feedFilter(input, now);
  if (input.search) return searchPosts(db, { input, search: input.search, filter, now, viewerId });

  const offset = (page - 1) * limit;
  const known = offset >= DEEP ? await countPosts(db, filter) : null;
  if (known !== null && offset >= known) return { posts: [], pagination: pagination(page, limit, known) };

  const backwards = known !== null && offset > known / 2;
  const window = backwards
    ? { limit: Math.min(limit, known - offset), offset: Math.max(0, known - offset - limit) }
    : { limit, offset };
  const [row] =
    viewerId === null && isStart(input)
      ? await startPage(db, now)
      : (await pageSql({ input, filter, known, backwards, window, now, viewerId }).execute(db)).rows;
  const posts = row?.posts ?? [];
  if (backwards) posts.reverse();
  return { posts, pagination: pagination(page, limit, Number(row?.total ?? 0)) };
}

function pageSql(page: {
  input: ListPostsInput;
  filter: FeedFilter;
  known: number | null;
  backwards: boolean;
  window: Window;
  now: Date;
  viewerId: string | null;
}): RawBuilder<{ posts: PostSummary[]; total: string }> {
  const { input, filter, known, backwards, window, now, viewerId } = page;
  const total = known === null ? countSql(filter) : sql`${known}::bigint`;
  return sql`
    with ${feedPlaces(filter, input.sort, backwards, window)}
    select ${total} as total, (
      select coalesce(json_agg(json_build_object(${postFields("excerpt", now, viewerId)}) order by page.place), '[]')
      from page join posts p on p.id = page.id join users u on u.id = p.author_id
    ) as posts`;
}

/** Where everybody comes in: the newest posts, nothing narrowed. */
const START: ListPostsInput = { page: 1, limit: LIMITS.pageSize.default };
const startPage = statement((now: Date) => {
  const window = { limit: START.limit, offset: 0 };
  const filter = feedFilter(START, now);
  return pageSql({ input: START, filter, known: null, backwards: false, window, now, viewerId: null });
});

function isStart({ page, limit, sort, ...narrowing }: ListPostsInput): boolean {
  const newest = sort === undefined || sort === "newest";
  return (
    page === START.page &&
    limit === START.limit &&
    newest &&
    Object.values(narrowing).every((value) => value === undefined)
  );
}

function pagination(page: number, limit: number, total: number): Feed["pagination"] {
  return { page, limit, total, pages: Math.ceil(total / limit) };
}

function countSql({ where, count }: FeedFilter): RawBuilder<unknown> {
  return count ?? sql`(select count(*) from posts p where ${where})`;
}

async function countPosts(db: Kysely<DB>, filter: FeedFilter): Promise<number> {
  const { rows } = await sql<{ total: string }>`select ${countSql(filter)} as total`.execute(db);
  return Number(rows[0]?.total ?? 0);
}
