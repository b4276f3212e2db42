import { LIMITS, type ListPostsInput, type listPostsOutput, type PostSummary } from "@bbux/contract";
import { type DB, statement } from "@bbux/db";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { type FeedFilter, feedFilter } from "./feed.filter.ts";
import { headline, highlightParts } from "./highlight.ts";
import { postFields } from "./post.sql.ts";

type Feed = z.infer<typeof listPostsOutput>;
type Row = PostSummary & { titleHit?: string; contentHit?: string };

/** From this offset on it pays to look up the total first and to read the later half of the feed from its end. */
const DEEP = 1_000;
/** Of what a search finds, so many are put in the order of relevance. */
const RANKED = 1_000;

/**
 * A page of the feed in one round trip. Pages are numbered, as documented, and skipped on an index that covers the
 * order; a page past the middle is read from the other end, so that the last page costs what the first does.
 */
export async function listPosts(db: Kysely<DB>, input: ListPostsInput, now: Date): Promise<Feed> {
  const { page, limit } = input;
  const filter = feedFilter(input, now);
  const offset = (page - 1) * limit;
  const known = offset >= DEEP ? await countPosts(db, filter) : null;
  if (known !== null && offset >= known) return { posts: [], pagination: pagination(page, limit, known) };

  const backwards = known !== null && offset > known / 2;
  const window = backwards
    ? windowSql(Math.min(limit, known - offset), Math.max(0, known - offset - limit))
    : windowSql(limit, offset);
  const [row] = isStart(input)
    ? await startPage(db, now)
    : (await pageSql({ input, filter, known, backwards, window, now }).execute(db)).rows;
  const posts = row?.posts ?? [];
  if (backwards) posts.reverse();
  return {
    posts: filter.query ? posts.map(withHighlight) : posts,
    pagination: pagination(page, limit, Number(row?.total ?? 0)),
  };
}

function pageSql(page: {
  input: ListPostsInput;
  filter: FeedFilter;
  known: number | null;
  backwards: boolean;
  window: RawBuilder<unknown>;
  now: Date;
}): RawBuilder<{ posts: Row[]; total: string }> {
  const { input, filter, known, backwards, window, now } = page;
  const byRank = filter.query !== null && input.sort === undefined;
  const place = byRank
    ? rankedPlaces(filter.query, filter.where, backwards, window)
    : places(orderOf(input.sort, backwards), filter.where, window);
  const counting = byRank ? sql`(select count(*) from found)` : countSql(filter);
  const total = known === null ? counting : sql`${known}::bigint`;
  return sql`
    with ${place}
    select ${total} as total, (
      select coalesce(json_agg(json_build_object(${postFields("excerpt", now)} ${headline(filter.query)}) order by page.place), '[]')
      from page join posts p on p.id = page.id join users u on u.id = p.author_id
    ) as posts`;
}

/** Where everybody comes in: the newest posts, nothing narrowed. */
const START: ListPostsInput = { page: 1, limit: LIMITS.pageSize.default };
const startPage = statement((now: Date) => {
  const window = windowSql(START.limit, 0);
  return pageSql({ input: START, filter: feedFilter(START, now), known: null, backwards: false, window, now });
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

/**
 * The first page is written out: with a limit that it does not know PostgreSQL expects a tenth of all rows, and plans
 * even a prepared statement anew on every use. The others are parameters, so that they are one statement, not thousands.
 */
function windowSql(limit: number, offset: number): RawBuilder<unknown> {
  if (offset > 0 || limit !== LIMITS.pageSize.default) return sql`limit ${limit} offset ${offset}`;
  return sql`limit ${sql.lit(limit)} offset 0`;
}

function pagination(page: number, limit: number, total: number): Feed["pagination"] {
  return { page, limit, total, pages: Math.ceil(total / limit) };
}

function withHighlight({ titleHit = "", contentHit = "", ...post }: Row): PostSummary {
  return { ...post, highlight: { title: highlightParts(titleHit), content: highlightParts(contentHit) } };
}

/** The CTE `page`: which posts are on the page, and where. */
function places(order: RawBuilder<unknown>, where: RawBuilder<boolean>, window: RawBuilder<unknown>) {
  return sql`page as materialized (
    select p.id, row_number() over (${order}) as place from posts p where ${where} ${order} ${window}
  )`;
}

/**
 * By relevance. To rank a post PostgreSQL reads all its words, some 40 µs, so a common word in a large community would
 * take seconds: the latest {@link RANKED} of those found are ranked, the others follow, newest first.
 */
function rankedPlaces(
  query: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
  backwards: boolean,
  window: RawBuilder<unknown>,
) {
  const order = backwards
    ? sql`order by ranked.rank asc nulls first, found.created_at asc, found.id asc`
    : sql`order by ranked.rank desc nulls last, found.created_at desc, found.id desc`;
  return sql`found as materialized (
    select p.id, p.created_at from posts p where ${where}
  ), latest as materialized (
    select id from found order by created_at desc, id desc limit ${sql.lit(RANKED)}
  ), ranked as materialized (
    select p.id, ts_rank_cd(p.search, ${query}, 1) as rank from latest join posts p on p.id = latest.id
  ), page as materialized (
    select found.id, row_number() over (${order}) as place
    from found left join ranked on ranked.id = found.id ${order} ${window}
  )`;
}

/** Every order ends with the id, so that it is total and pages never overlap. */
function orderOf(sort: ListPostsInput["sort"], backwards: boolean): RawBuilder<unknown> {
  const desc = sql.raw(backwards ? "asc" : "desc");
  const asc = sql.raw(backwards ? "desc" : "asc");
  if (sort === "votes" || sort === "mostvoted")
    return sql`order by p.score ${desc}, p.created_at ${desc}, p.id ${desc}`;
  if (sort === "oldest") return sql`order by p.created_at ${asc}, p.id ${asc}`;
  return sql`order by p.created_at ${desc}, p.id ${desc}`;
}

function countSql({ where, count }: FeedFilter): RawBuilder<unknown> {
  return count ?? sql`(select count(*) from posts p where ${where})`;
}

async function countPosts(db: Kysely<DB>, filter: FeedFilter): Promise<number> {
  const { rows } = await sql<{ total: string }>`select ${countSql(filter)} as total`.execute(db);
  return Number(rows[0]?.total ?? 0);
}
