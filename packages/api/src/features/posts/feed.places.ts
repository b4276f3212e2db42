import type { ListPostsInput } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import type { FeedFilter } from "./feed.filter.ts";

/**
 * The CTE `page (id, place)`: which posts are on a page of the feed, and where.
 * @param backwards reads the feed from its end; the page comes in reverse
 */
export function feedPlaces(
  { where, onlyTag }: FeedFilter,
  sort: ListPostsInput["sort"],
  backwards: boolean,
  window: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const byTime = sort === undefined || sort === "newest" || sort === "oldest";
  if (onlyTag !== null && byTime) return tagPlaces(onlyTag, sort === "oldest" ? !backwards : backwards, window);
  const order = orderOf(sort, backwards);
  return sql`page as materialized (
    select p.id, row_number() over (${order}) as place from posts p where ${where} ${order} ${window}
  )`;
}

/** The feed of one tag is read from its index alone, as the whole feed is from its own. */
function tagPlaces(tag: string, oldestFirst: boolean, window: RawBuilder<unknown>): RawBuilder<unknown> {
  const direction = sql.raw(oldestFirst ? "asc" : "desc");
  const order = sql`order by pt.post_created_at ${direction}, pt.post_id ${direction}`;
  return sql`page as materialized (
    select pt.post_id as id, row_number() over (${order}) as place from post_tags pt
    where pt.shown and pt.tag_id = (select t.id from tags t where lower(t.name) = ${tag}) ${order} ${window}
  )`;
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
