import { DAY_MS } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import { type FeedFilter, taggedCondition, weeksCondition } from "./feed.filter.ts";

/** Without a counter, posts are counted up to this number; a feed by tags then reports that there are more. */
export const COUNTED = 10_000;

/** How many posts a feed has. */
export interface FeedTotal {
  /** The number; above {@link COUNTED} it means "or more" when `isBounded`. */
  readonly sql: RawBuilder<unknown>;
  readonly isBounded: boolean;
}

/** Uses the stored counters where possible, and counts up to a bound where tags or a tab and other filters meet. */
export function totalOf(filter: FeedFilter): FeedTotal {
  const { status, hasBounty, since, tags, isWeekly, only } = filter;
  const isBare = status === null && hasBounty === null && since === null;
  if (isWeekly) return exactly(since === null ? ofAllTime(filter) : ofWeeksSince(filter, since));
  if (tags === null)
    return only === null ? exactly(sql`select count(*) from posts p where ${filter.where}`) : ofTab(filter);
  if (tags.single !== null && isBare)
    return exactly(sql`select coalesce(sum(post_count), 0)::bigint from tags where lower(name) = ${tags.single}`);
  // A single tag's counter may already exceed the bound, and then nothing is counted.
  const most = isBare ? sql`(select coalesce(max(post_count), 0) from tags where id = any(${tags.ids}))` : sql`0`;
  // Each tag contributes up to one more than the bound; if none reaches that, the count is exact.
  const counted = sql`case when ${most} > ${sql.lit(COUNTED)} then ${sql.lit(COUNTED + 1)} else (
    select count(distinct one.post_id) from unnest(${tags.ids}) as t (id) cross join lateral (
      select pt.post_id from post_tags pt where ${taggedCondition(filter)} and pt.tag_id = t.id limit ${sql.lit(COUNTED + 1)}
    ) as one) end`;
  return { sql: counted, isBounded: true };
}

function ofTab({ where, isAllWaiting }: FeedFilter): FeedTotal {
  // Read from their index alone.
  const from = isAllWaiting ? sql`post_activity where waiting` : sql`posts p where ${where}`;
  const posts = sql`select from ${from} limit ${sql.lit(COUNTED + 1)}`;
  return { sql: sql`(select count(*) from (${posts}) as p)`, isBounded: true };
}

function exactly(count: RawBuilder<unknown>): FeedTotal {
  return { sql: sql`(${count})`, isBounded: false };
}

function ofAllTime(filter: FeedFilter): RawBuilder<unknown> {
  const { status, hasBounty } = filter;
  if (hasBounty === null)
    return sql`select coalesce(sum(n), 0)::bigint from post_counts ${status ? sql`where status = ${status}` : sql``}`;
  return sql`select coalesce(sum(n), 0)::bigint from post_weeks where ${weeksCondition(filter)}`;
}

/** Adds whole weeks from their counters, and the posts of the first week that are recent enough. */
function ofWeeksSince(filter: FeedFilter, since: Date): RawBuilder<unknown> {
  // The same as week_of(), which costs PostgreSQL more to call here than everything else.
  const daysGone = (since.getUTCDay() + 6) % 7;
  const week = Date.UTC(since.getUTCFullYear(), since.getUTCMonth(), since.getUTCDate()) - daysGone * DAY_MS;
  return sql`
    select coalesce(sum(n), 0)::bigint + (
      select count(*) from posts p where ${filter.where} and p.created_at < ${new Date(week + 7 * DAY_MS)})
    from post_weeks where week > ${new Date(week).toISOString().slice(0, 10)}::date and ${weeksCondition(filter)}`;
}
