import { DAY_MS, type ListPostsInput, type PostStatus, toDbId } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";

const statuses: Record<NonNullable<ListPostsInput["filter"]>, PostStatus> = {
  open: "OPEN",
  claimed: "COMPLETED",
  closed: "CLOSED",
};
const days: Record<NonNullable<ListPostsInput["dateRange"]>, number> = { week: 7, month: 30, year: 365 };

/** The feed's filters, but for the search, as SQL over `posts p`. */
export interface FeedFilter {
  readonly where: RawBuilder<boolean>;
  /** How many posts it leaves, where that needs no look at posts: when nothing but a status, or tags, narrow the feed. */
  readonly count: RawBuilder<unknown> | null;
  /** The tags, in lower case, when nothing else narrows the feed. */
  readonly onlyTags: readonly string[];
}

export function feedFilter(input: Omit<ListPostsInput, "page" | "limit">, now: Date): FeedFilter {
  const status = input.filter ? statuses[input.filter] : null;
  const tags = tagNames(input.tags);
  const narrowing = [
    tagsCondition(tags),
    input.hasBounty === undefined ? null : bountyCondition(input.hasBounty),
    input.dateRange ? sql<boolean>`p.created_at >= ${new Date(now.getTime() - days[input.dateRange] * DAY_MS)}` : null,
    input.author ? authorCondition(input.author) : null,
  ].filter((condition) => condition !== null);
  const conditions = [sql<boolean>`p.deleted_at is null`, ...(status ? [sql<boolean>`p.status = ${status}`] : [])];
  const onlyTags = narrowing.length === 1 && status === null ? tags : [];
  return {
    where: sql<boolean>`${sql.join([...conditions, ...narrowing], sql` and `)}`,
    count: countOf(status, input.hasBounty, narrowing.length, onlyTags),
    onlyTags,
  };
}

function countOf(
  status: PostStatus | null,
  hasBounty: boolean | undefined,
  narrowing: number,
  onlyTags: readonly string[],
): RawBuilder<unknown> | null {
  if (narrowing === 0) {
    const ofStatus = status ? sql`where status = ${status}` : sql``;
    return sql`(select coalesce(sum(n), 0)::bigint from post_counts ${ofStatus})`;
  }
  // Those with a bounty are fewer.
  if (narrowing === 1 && status === null && hasBounty === false)
    return sql`((select coalesce(sum(n), 0)::bigint from post_counts) - (
      select count(*) from posts p where p.deleted_at is null and p.bounty_amount > 0))`;
  const [tag] = onlyTags;
  if (tag === undefined) return null;
  if (onlyTags.length === 1)
    return sql`(select coalesce(sum(post_count), 0)::bigint from tags where lower(name) = ${tag})`;
  return sql`(select count(distinct pt.post_id) from post_tags pt where pt.shown and pt.tag_id = any(${tagIds(onlyTags)}))`;
}

/** The ids of tags by their names in lower case, found before anything else is read. */
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

/** Posts with any of the named tags. When there is no such tag, PostgreSQL learns it before it walks through the feed. */
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
