import { LIMITS, type ListPostsInput } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import { type FeedFilter, tagIds } from "./feed.filter.ts";

/** A part of a feed: `limit` posts after `offset`. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/**
 * The CTE `page (id, place)`: which posts are on a page of the feed, and where.
 * @param backwards reads the feed from its end; the page comes in reverse
 */
export function feedPlaces(
  { where, onlyTags }: FeedFilter,
  sort: ListPostsInput["sort"],
  backwards: boolean,
  window: Window,
): RawBuilder<unknown> {
  const byTime = sort === undefined || sort === "newest" || sort === "oldest";
  if (onlyTags.length > 0 && byTime) return tagPlaces(onlyTags, (sort === "oldest") !== backwards, window);
  const order = orderOf(sort, backwards);
  return sql`page as materialized (
    select p.id, row_number() over (${order}) as place from posts p where ${where} ${order} ${windowSql(window)}
  )`;
}

/**
 * The feed of tags alone is read from their index, as the whole feed is from its own. Of several tags each gives as many
 * as could be on the page.
 */
function tagPlaces(names: readonly string[], oldestFirst: boolean, window: Window): RawBuilder<unknown> {
  const direction = sql.raw(oldestFirst ? "asc" : "desc");
  const order = sql`order by pt.post_created_at ${direction}, pt.post_id ${direction}`;
  const [tag] = names;
  const tagged =
    names.length === 1
      ? sql`post_tags pt where pt.shown and pt.tag_id = (select t.id from tags t where lower(t.name) = ${tag})`
      : sql`(
          select distinct one.post_id, one.post_created_at from unnest(${tagIds(names)}) as t (id) cross join lateral (
            select pt.post_id, pt.post_created_at from post_tags pt where pt.shown and pt.tag_id = t.id
            ${order} limit ${window.limit + window.offset}
          ) as one
        ) as pt`;
  return sql`page as materialized (
    select pt.post_id as id, row_number() over (${order}) as place from ${tagged} ${order} ${windowSql(window)}
  )`;
}

/**
 * The first page is written out: with a limit that it does not know PostgreSQL expects a tenth of all rows, and plans
 * even a prepared statement anew on every use. The others are parameters, so that they are one statement, not thousands.
 */
function windowSql({ limit, offset }: Window): RawBuilder<unknown> {
  if (offset > 0 || limit !== LIMITS.pageSize.default) return sql`limit ${limit} offset ${offset}`;
  return sql`limit ${sql.lit(limit)} offset 0`;
}

/** Every order ends with the id, so that it is total and pages never overlap. Over `posts p`. */
export function orderOf(sort: ListPostsInput["sort"], backwards = false): RawBuilder<unknown> {
  const desc = sql.raw(backwards ? "asc" : "desc");
  const asc = sql.raw(backwards ? "desc" : "asc");
  if (sort === "votes" || sort === "mostvoted")
    return sql`order by p.score ${desc}, p.created_at ${desc}, p.id ${desc}`;
  if (sort === "oldest") return sql`order by p.created_at ${asc}, p.id ${asc}`;
  return sql`order by p.created_at ${desc}, p.id ${desc}`;
}
