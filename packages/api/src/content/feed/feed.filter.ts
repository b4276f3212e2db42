import { DAY_MS, type ListPostsInput, type listPostsOutput, type PostStatus, toDbId } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";

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

/** The feed's filters except the search, as SQL over `posts p`. */
export interface FeedFilter extends Narrowing {
  readonly where: RawBuilder<boolean>;
  /** The tags, in lower case, if post_tags covers every other filter; otherwise empty. */
  readonly tags: readonly string[];
  /** Whether neither tags nor an author narrow the feed, so post_weeks covers it. */
  readonly isWeekly: boolean;
}

export function feedFilter(input: Omit<ListPostsInput, "page" | "limit">, now: Date): FeedFilter {
  const tags = tagNames(input.tags);
  const narrowing: Narrowing = {
    status: input.filter ? statuses[input.filter] : null,
    hasBounty: input.hasBounty ?? null,
    since: input.dateRange ? new Date(now.getTime() - days[input.dateRange] * DAY_MS) : null,
  };
  const where = allOf([
    sql<boolean>`p.deleted_at is null`,
    narrowing.status && sql<boolean>`p.status = ${narrowing.status}`,
    tagsCondition(tags),
    narrowing.hasBounty !== null && bountyCondition(narrowing.hasBounty),
    narrowing.since && sql<boolean>`p.created_at >= ${narrowing.since}`,
    input.author && authorCondition(input.author),
  ]);
  return { ...narrowing, where, tags: input.author ? [] : tags, isWeekly: tags.length === 0 && !input.author };
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

/** Looks up the ids of tags by their lower-case names, before anything else is read. */
export function tagIds(names: readonly string[]): RawBuilder<unknown> {
  return sql`array(select t.id from tags t where lower(t.name) = any(${names}))`;
}

function bountyCondition(hasBounty: boolean) {
  return hasBounty ? sql<boolean>`p.bounty_amount > 0` : sql<boolean>`p.bounty_amount = 0`;
}

function tagNames(tags: string | undefined): string[] {
  const names = (tags ?? "").split(",").map((name) => name.trim().toLowerCase());
  return [...new Set(names)].filter(Boolean).slice(0, 50);
}

/** Selects posts with any of the named tags. If no such tag exists, PostgreSQL finds out before it scans the feed. */
function tagsCondition(names: readonly string[]) {
  if (names.length === 0) return null;
  return sql<boolean>`exists (select from tags t where lower(t.name) = any(${names})) and p.id in (
    select pt.post_id from post_tags pt where pt.shown and pt.tag_id = any(${tagIds(names)}))`;
}

function authorCondition(author: string) {
  const id = toDbId(author);
  if (id !== null) return sql<boolean>`p.author_id = ${id}`;
  return sql<boolean>`p.author_id = (select u.id from users u where lower(u.username) = ${author.toLowerCase()})`;
}
