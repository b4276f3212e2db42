import { DAY_MS, type ListPostsInput, type listPostsOutput, type PostStatus, toDbId } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../platform/errors/errors.ts";
import { TABS, type TabNarrowing } from "./feed.tabs.ts";

export type Feed = z.infer<typeof listPostsOutput>;

const statuses: Record<NonNullable<ListPostsInput["filter"]>, PostStatus> = {
  open: "OPEN",
  claimed: "COMPLETED",
  closed: "CLOSED",
};
const days: Record<NonNullable<ListPostsInput["dateRange"]>, number> = { week: 7, month: 30, year: 365 };

/** What can narrow a feed, apart from tags, an author and a search. */
export interface Narrowing {
  readonly status: PostStatus | null;
  readonly hasBounty: boolean | null;
  readonly since: Date | null;
}

/** A set of tags, of which a post has any. */
export interface TagSet {
  /** Their ids, as an array that is looked up before anything else is read. */
  readonly ids: RawBuilder<unknown>;
  /** The name in lower case, if it is a single tag. */
  readonly single: string | null;
}

/** The feed's filters except the search, as SQL over `posts p`. */
export interface FeedFilter extends Narrowing {
  readonly where: RawBuilder<boolean>;
  /** The tags, if post_tags covers every other filter. */
  readonly tags: TagSet | null;
  /** Whether neither tags, an author nor a tab narrow the feed, so post_weeks covers it. */
  readonly isWeekly: boolean;
  /** What the tab narrows the feed to. */
  readonly only: TabNarrowing | null;
  /** Whether it is of all posts that wait for an answer. */
  readonly isAllWaiting: boolean;
}

/**
 * @param viewerId whose tags are followed
 * @throws AppError UNAUTHENTICATED for the tags that a visitor follows
 */
export function feedFilter(
  input: Omit<ListPostsInput, "page" | "limit">,
  now: Date,
  viewerId: string | null = null,
): FeedFilter {
  const only = (input.tab && TABS[input.tab].only) ?? null;
  const named = namedTags(input.tags);
  const followed = only === "followed" ? tagsFollowedBy(viewerId) : null;
  const narrowing: Narrowing = {
    status: input.filter ? statuses[input.filter] : null,
    hasBounty: input.hasBounty ?? null,
    since: input.dateRange ? new Date(now.getTime() - days[input.dateRange] * DAY_MS) : null,
  };
  const where = allOf([
    sql<boolean>`p.deleted_at is null`,
    narrowing.status && sql<boolean>`p.status = ${narrowing.status}`,
    named && tagsCondition(named),
    followed && tagsCondition(followed),
    narrowing.hasBounty !== null && bountyCondition(narrowing.hasBounty),
    narrowing.since && sql<boolean>`p.created_at >= ${narrowing.since}`,
    input.author && authorCondition(input.author),
    only === "waiting" && sql<boolean>`exists (select from post_activity w where w.post_id = p.id and w.waiting)`,
    only === "winnable" && sql<boolean>`p.bounty_status = 'ESCROWED' and p.bounty_expires_at > ${now}`,
  ]);
  const isByPosts = named !== null || input.author !== undefined || Object.values(narrowing).some((by) => by !== null);
  const isCovered = !input.author && (only === null || (only === "followed" && named === null));
  return {
    ...narrowing,
    where,
    only,
    tags: isCovered ? (named ?? followed) : null,
    isAllWaiting: only === "waiting" && !isByPosts,
    isWeekly: only === null && named === null && !input.author,
  };
}

/** The same filters over `post_tags pt`. */
export function taggedCondition({ status, hasBounty, since }: Narrowing): RawBuilder<boolean> {
  return allOf([
    sql<boolean>`pt.shown`,
    status && sql<boolean>`pt.status = ${status}`,
    hasBounty !== null && sql<boolean>`pt.has_bounty = ${hasBounty}`,
    since && sql<boolean>`pt.post_created_at >= ${since}`,
  ]);
}

/** The same filters over `post_weeks`, without the time. */
export function weeksCondition({ status, hasBounty }: Narrowing): RawBuilder<boolean> {
  return allOf([
    sql<boolean>`true`,
    status && sql<boolean>`status = ${status}`,
    hasBounty !== null && sql<boolean>`has_bounty = ${hasBounty}`,
  ]);
}

function allOf(conditions: readonly (RawBuilder<boolean> | null | false | "" | undefined)[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(
    conditions.filter((condition) => typeof condition === "object" && condition !== null),
    sql` and `,
  )}`;
}

function bountyCondition(hasBounty: boolean) {
  return hasBounty ? sql<boolean>`p.bounty_amount > 0` : sql<boolean>`p.bounty_amount = 0`;
}

function namedTags(tags: string | undefined): TagSet | null {
  const given = (tags ?? "").split(",").map((name) => name.trim().toLowerCase());
  const names = [...new Set(given)].filter(Boolean).slice(0, 50);
  if (names.length === 0) return null;
  const ids = sql`array(select t.id from tags t where lower(t.name) = any(${names}))`;
  return { ids, single: names.length === 1 ? (names[0] ?? null) : null };
}

function tagsFollowedBy(viewerId: string | null): TagSet {
  if (viewerId === null)
    throw new AppError("UNAUTHENTICATED", { message: "Sign in to see posts with the tags you follow" });
  return { ids: sql`array(select f.tag_id from followed_tags f where f.user_id = ${viewerId}::bigint)`, single: null };
}

/** Selects posts with any of the tags. If there is no such tag, PostgreSQL finds out before it scans the feed. */
function tagsCondition({ ids }: TagSet) {
  return sql<boolean>`${ids} <> '{}' and p.id in (
    select pt.post_id from post_tags pt where pt.shown and pt.tag_id = any(${ids}))`;
}

function authorCondition(author: string) {
  const id = toDbId(author);
  if (id !== null) return sql<boolean>`p.author_id = ${id}`;
  return sql<boolean>`p.author_id = (select u.id from users u where lower(u.username) = ${author.toLowerCase()})`;
}
