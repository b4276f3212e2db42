import { LIMITS } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import { type FeedFilter, type TagSet, taggedCondition, weeksCondition } from "./feed.filter.ts";
import type { FeedOrder } from "./feed.tabs.ts";

/** A part of a feed: `limit` posts after `offset`. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** From this offset on it pays to locate the page before reading it. */
export const DEEP = 1_000;

/** Returns whether {@link feedPlaces} can jump to any page of this feed with the weekly counters. */
export function canJump(filter: FeedFilter, order: FeedOrder | undefined): boolean {
  // The counters can't locate a page that is counted from the oldest post of a time range.
  return filter.isWeekly && isByTime(order) && !(order === "oldest" && filter.since !== null);
}

/**
 * Builds the CTE `page (id, place)`: which posts are on a page of the feed, and where.
 * @param backwards reads the feed from its end; the page comes in reverse
 */
export function feedPlaces(
  filter: FeedFilter,
  order: FeedOrder | undefined,
  backwards: boolean,
  window: Window,
): RawBuilder<unknown> {
  if (filter.tags && isByTime(order)) return tagPlaces(filter, filter.tags, (order === "oldest") !== backwards, window);
  if (window.offset >= DEEP && canJump(filter, order)) return weekPlaces(filter, order, window);
  if (order === "active" && isUnfiltered(filter)) return activePlaces(backwards, window);
  const by = orderOf(order, backwards);
  const from = filter.only === "waiting" && isByTime(order) ? WAITING : postsFor(order);
  return placed(by, sql`select ${columnsFor(order)} from ${from} where ${filter.where} ${by} ${windowSql(window)}`);
}

/** Posts that wait for an answer, read in the order of their index: the same time on both sides lets it order the posts. */
const WAITING = sql`(
  select p.* from post_activity w join posts p on p.id = w.post_id and p.created_at = w.post_created_at where w.waiting
) as p`;

/** What to read `posts p` from, so that {@link orderOf} finds its columns, and an index where there is one. */
export function postsFor(order: FeedOrder | undefined): RawBuilder<unknown> {
  if (order !== "active") return sql`posts p`;
  return sql`(select p.*, a.active_at from post_activity a join posts p on p.id = a.post_id where a.shown) as p`;
}

/** The columns of {@link postsFor} that {@link orderOf} needs. */
export function columnsFor(order: FeedOrder | undefined): RawBuilder<unknown> {
  return sql.raw(["p.id", "p.created_at", "p.score", ...(order ? (MORE_COLUMNS[order] ?? []) : [])].join(", "));
}
const MORE_COLUMNS: { readonly [Order in FeedOrder]?: readonly string[] } = {
  active: ["p.active_at"],
  bounty: ["p.bounty_amount"],
  ending: ["p.bounty_expires_at"],
};

function isByTime(order: FeedOrder | undefined): boolean {
  return order === undefined || order === "newest" || order === "oldest";
}

function isUnfiltered({ isWeekly, status, hasBounty, since }: FeedFilter): boolean {
  return isWeekly && status === null && hasBounty === null && since === null;
}

/** Counts its way to a deep page in the index alone. */
function activePlaces(backwards: boolean, window: Window): RawBuilder<unknown> {
  const direction = sql.raw(backwards ? "asc" : "desc");
  const by = sql`order by w.active_at ${direction}, w.post_id ${direction}`;
  return sql`page as materialized (
    select w.post_id as id, row_number() over (${by}) as place
    from (select w.post_id, w.active_at from post_activity w where w.shown ${by} ${windowSql(window)}) as w
  )`;
}

/** Numbers only the page; numbering inside it would number everything before it, too. */
function placed(by: RawBuilder<unknown>, posts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`page as materialized (select p.id, row_number() over (${by}) as place from (${posts}) as p)`;
}

/** Uses the counters to find the week in which the page begins, and scans only that week. */
function weekPlaces(filter: FeedFilter, order: FeedOrder | undefined, { limit, offset }: Window): RawBuilder<unknown> {
  const isOldest = order === "oldest";
  const by = orderOf(order);
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
    by,
    sql`
    select p.id, p.created_at, p.score from posts p where ${filter.where} and ${fromThere}
    ${by} limit ${limit} offset ${offset} - (select before from start)`,
  )}`;
}

/**
 * Reads the feed of tags from their index, which covers every other filter. Each of several tags contributes as many
 * posts as could be on the page.
 */
function tagPlaces(filter: FeedFilter, tags: TagSet, oldestFirst: boolean, window: Window): RawBuilder<unknown> {
  const direction = sql.raw(oldestFirst ? "asc" : "desc");
  const order = sql`order by pt.post_created_at ${direction}, pt.post_id ${direction}`;
  const condition = taggedCondition(filter);
  const tagged =
    tags.single !== null
      ? sql`post_tags pt where ${condition} and pt.tag_id = (select t.id from tags t where lower(t.name) = ${tags.single})`
      : sql`(
          select distinct one.post_id, one.post_created_at from unnest(${tags.ids}) as t (id) cross join lateral (
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

/** Every order ends with the id, so it is total and pages never overlap. Over {@link postsFor}. */
export function orderOf(order: FeedOrder | undefined, backwards = false): RawBuilder<unknown> {
  const [desc, asc] = backwards ? ["asc", "desc"] : ["desc", "asc"];
  const by: Readonly<Record<FeedOrder, string>> = {
    newest: `p.created_at ${desc}, p.id ${desc}`,
    oldest: `p.created_at ${asc}, p.id ${asc}`,
    votes: `p.score ${desc}, p.created_at ${desc}, p.id ${desc}`,
    active: `p.active_at ${desc}, p.id ${desc}`,
    bounty: `p.bounty_amount ${desc}, p.created_at ${desc}, p.id ${desc}`,
    ending: `p.bounty_expires_at ${asc}, p.id ${asc}`,
  };
  return sql.raw(`order by ${by[order ?? "newest"]}`);
}
