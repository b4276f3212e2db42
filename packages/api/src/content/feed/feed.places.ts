import { LIMITS, type ListPostsInput } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import { type FeedFilter, taggedCondition, tagIds, weeksCondition } from "./feed.filter.ts";

/** A part of a feed: `limit` posts after `offset`. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** From this offset on it pays to locate the page before reading it. */
export const DEEP = 1_000;

/** Returns whether {@link feedPlaces} can jump to any page of this feed with the weekly counters. */
export function canJump(filter: FeedFilter, sort: ListPostsInput["sort"]): boolean {
  // The counters can't locate a page that is counted from the oldest post of a time range.
  return filter.isWeekly && isByTime(sort) && !(sort === "oldest" && filter.since !== null);
}

/**
 * Builds the CTE `page (id, place)`: which posts are on a page of the feed, and where.
 * @param backwards reads the feed from its end; the page comes in reverse
 */
export function feedPlaces(
  filter: FeedFilter,
  sort: ListPostsInput["sort"],
  backwards: boolean,
  window: Window,
): RawBuilder<unknown> {
  if (filter.tags.length > 0 && isByTime(sort)) return tagPlaces(filter, (sort === "oldest") !== backwards, window);
  if (window.offset >= DEEP && canJump(filter, sort)) return weekPlaces(filter, sort, window);
  const order = orderOf(sort, backwards);
  return placed(
    order,
    sql`select p.id, p.created_at, p.score from posts p where ${filter.where} ${order} ${windowSql(window)}`,
  );
}

function isByTime(sort: ListPostsInput["sort"]): boolean {
  return sort === undefined || sort === "newest" || sort === "oldest";
}

/** Numbers only the page; numbering inside it would number everything before it, too. */
function placed(order: RawBuilder<unknown>, posts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`page as materialized (select p.id, row_number() over (${order}) as place from (${posts}) as p)`;
}

/** Uses the counters to find the week in which the page begins, and scans only that week. */
function weekPlaces(filter: FeedFilter, sort: ListPostsInput["sort"], { limit, offset }: Window): RawBuilder<unknown> {
  const isOldest = sort === "oldest";
  const order = orderOf(sort);
  const [ahead, last] = isOldest ? [sql`week`, sql`week desc`] : [sql`week desc`, sql`week`];
  const fromThere = isOldest
    ? sql`p.created_at >= (select week_start(week) from start)`
    : sql`p.created_at < (select week_start(week + 7) from start)`;
  return sql`start as materialized (
    select week, before from (
      select week, sum(sum(n)) over (order by ${ahead}) - sum(n) as before
      from post_weeks where ${weeksCondition(filter)} group by week
    ) as weeks where before <= ${offset} order by ${last} limit 1
  ), ${placed(
    order,
    sql`
    select p.id, p.created_at, p.score from posts p where ${filter.where} and ${fromThere}
    ${order} limit ${limit} offset ${offset} - (select before from start)`,
  )}`;
}

/**
 * Reads the feed of tags from their index, which covers every other filter. Each of several tags contributes as many
 * posts as could be on the page.
 */
function tagPlaces(filter: FeedFilter, oldestFirst: boolean, window: Window): RawBuilder<unknown> {
  const { tags } = filter;
  const direction = sql.raw(oldestFirst ? "asc" : "desc");
  const order = sql`order by pt.post_created_at ${direction}, pt.post_id ${direction}`;
  const condition = taggedCondition(filter);
  const [tag] = tags;
  const tagged =
    tags.length === 1
      ? sql`post_tags pt where ${condition} and pt.tag_id = (select t.id from tags t where lower(t.name) = ${tag})`
      : sql`(
          select distinct one.post_id, one.post_created_at from unnest(${tagIds(tags)}) as t (id) cross join lateral (
            select pt.post_id, pt.post_created_at from post_tags pt where ${condition} and pt.tag_id = t.id
            ${order} limit ${window.limit + window.offset}
          ) as one
        ) as pt`;
  return sql`page as materialized (
    select pt.post_id as id, row_number() over (${order}) as place
    from (select pt.post_id, pt.post_created_at from ${tagged} ${order} ${windowSql(window)}) as pt
  )`;
}

/**
 * The first page's limit is a literal: with a parameter PostgreSQL assumes a tenth of all rows, and plans even a
 * prepared statement again on every use. The other pages are parameters, so they share one statement.
 */
function windowSql({ limit, offset }: Window): RawBuilder<unknown> {
  if (offset > 0 || limit !== LIMITS.pageSize.default) return sql`limit ${limit} offset ${offset}`;
  return sql`limit ${sql.lit(limit)} offset 0`;
}

/** Every order ends with the id, so it is total and pages never overlap. Over `posts p`. */
export function orderOf(sort: ListPostsInput["sort"], backwards = false): RawBuilder<unknown> {
  const desc = sql.raw(backwards ? "asc" : "desc");
  const asc = sql.raw(backwards ? "desc" : "asc");
  if (sort === "votes" || sort === "mostvoted")
    return sql`order by p.score ${desc}, p.created_at ${desc}, p.id ${desc}`;
  if (sort === "oldest") return sql`order by p.created_at ${asc}, p.id ${asc}`;
  return sql`order by p.created_at ${desc}, p.id ${desc}`;
}
