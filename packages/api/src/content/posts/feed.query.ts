import { LIMITS, type ListPostsInput, type PostSummary } from "@bbux/contract";
import { type DB, statement } from "@bbux/db";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { pagination } from "../../platform/queries/index.ts";
import {
  COUNTED,
  canJump,
  DEEP,
  type Feed,
  type FeedFilter,
  type FeedTotal,
  feedFilter,
  feedOrder,
  feedPlaces,
  totalOf,
  type Window,
} from "../feed/index.ts";
import { postFields } from "../parts/index.ts";
import { searchPosts } from "../search/index.ts";

/**
 * Returns a page of the feed in one round trip. Pages are numbered, as documented. A distant page is located with the
 * weekly counters. Where they don't apply, its place is looked up first, and pages past the middle are read from the
 * other end.
 * @param viewerId whose votes are shown, and whose tags are followed
 * @throws AppError UNAUTHENTICATED for a visitor's own tab
 */
export async function listPosts(
  db: Kysely<DB>,
  input: ListPostsInput,
  now: Date,
  viewerId: string | null = null,
): Promise<Feed> {
  const { page, limit } = input;
  const filter = feedFilter(input, now, viewerId);
  if (input.search) return searchPosts(db, { input, search: input.search, filter, now, viewerId });

  const total = totalOf(filter);
  const offset = (page - 1) * limit;
  const known = offset >= DEEP && !canJump(filter, feedOrder(input)) ? await countPosts(db, total) : null;
  const isWhole = known !== null && !isMinimum(total, known);
  if (isWhole && offset >= known) return output(input, total, [], known);

  const backwards = isWhole && offset > known / 2;
  const window = backwards
    ? { limit: Math.min(limit, known - offset), offset: Math.max(0, known - offset - limit) }
    : { limit, offset };
  const counted = known === null ? total.sql : sql`${known}::bigint`;
  const [row] = isStart(input)
    ? await startPage(db, now, viewerId)
    : (await pageSql({ input, filter, counted, backwards, window, now, viewerId }).execute(db)).rows;
  const posts = row?.posts ?? [];
  if (backwards) posts.reverse();
  return output(input, total, posts, Number(row?.total ?? 0));
}

function pageSql(page: {
  input: ListPostsInput;
  filter: FeedFilter;
  counted: RawBuilder<unknown>;
  backwards: boolean;
  window: Window;
  now: Date;
  viewerId: string | null;
}): RawBuilder<{ posts: PostSummary[]; total: string }> {
  const { input, filter, counted, backwards, window, now, viewerId } = page;
  return sql`
    with ${feedPlaces(filter, feedOrder(input), backwards, window)}
    select ${counted} as total, (
      select coalesce(json_agg(json_build_object(${postFields("excerpt", now, viewerId)}) order by page.place), '[]')
      from page join posts p on p.id = page.id join users u on u.id = p.author_id
    ) as posts`;
}

/** The most visited page: the newest posts without a filter. */
const START: ListPostsInput = { page: 1, limit: LIMITS.pageSize.default };
function startSql(now: Date, viewerId: string | null) {
  const window = { limit: START.limit, offset: 0 };
  const filter = feedFilter(START, now);
  return pageSql({ input: START, filter, counted: totalOf(filter).sql, backwards: false, window, now, viewerId });
}
const forVisitors = statement((now: Date) => startSql(now, null));
const forMembers = statement((now: Date, viewerId: string) => startSql(now, viewerId));

function startPage(db: Kysely<DB>, now: Date, viewerId: string | null) {
  return viewerId === null ? forVisitors(db, now) : forMembers(db, now, viewerId);
}

function isStart({ page, limit, sort, ...narrowing }: ListPostsInput): boolean {
  const newest = sort === undefined || sort === "newest";
  return (
    page === START.page &&
    limit === START.limit &&
    newest &&
    Object.values(narrowing).every((value) => value === undefined)
  );
}

function isMinimum(total: FeedTotal, counted: number): boolean {
  return total.isBounded && counted > COUNTED;
}

function output({ page, limit }: ListPostsInput, of: FeedTotal, posts: PostSummary[], counted: number): Feed {
  const isMore = isMinimum(of, counted);
  const total = isMore ? COUNTED : counted;
  return {
    posts,
    pagination: pagination({ page, limit }, total),
    ...(isMore && { totalIsMinimum: true as const }),
  };
}

async function countPosts(db: Kysely<DB>, total: FeedTotal): Promise<number> {
  const { rows } = await sql<{ total: string }>`select ${total.sql} as total`.execute(db);
  return Number(rows[0]?.total ?? 0);
}
