import { DAY_MS, type ListPostsInput, type PostStatus, toDbId } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";

const statuses: Record<NonNullable<ListPostsInput["filter"]>, PostStatus> = {
  open: "OPEN",
  claimed: "COMPLETED",
  closed: "CLOSED",
};
const days: Record<NonNullable<ListPostsInput["dateRange"]>, number> = { week: 7, month: 30, year: 365 };

/** The feed's filters as SQL over `posts p`. */
export interface FeedFilter {
  readonly where: RawBuilder<boolean>;
  /** How many posts it leaves, where stored counters know: when nothing but a status, or one tag, narrows the feed. */
  readonly count: RawBuilder<unknown> | null;
  /** The search as a tsquery, if there is one. */
  readonly query: RawBuilder<unknown> | null;
}

export function feedFilter(input: ListPostsInput, now: Date): FeedFilter {
  const status = input.filter ? statuses[input.filter] : null;
  const query = input.search ? sql`websearch_to_tsquery('english', ${searchText(input.search)})` : null;
  const tags = tagNames(input.tags);
  const narrowing = [
    query && sql<boolean>`p.search @@ ${query}`,
    // A search of nothing but what must not be there would read every post to find almost all of them: it finds none.
    query && sql<boolean>`querytree(${query}) <> 'T'`,
    tagsCondition(tags),
    input.hasBounty === undefined ? null : bountyCondition(input.hasBounty),
    input.dateRange ? sql<boolean>`p.created_at >= ${new Date(now.getTime() - days[input.dateRange] * DAY_MS)}` : null,
    input.author ? authorCondition(input.author) : null,
  ].filter((condition) => condition !== null);
  const conditions = [sql<boolean>`p.deleted_at is null`, ...(status ? [sql<boolean>`p.status = ${status}`] : [])];
  return {
    where: sql<boolean>`${sql.join([...conditions, ...narrowing], sql` and `)}`,
    count: countOf(status, narrowing.length, tags),
    query,
  };
}

function countOf(status: PostStatus | null, narrowing: number, tags: readonly string[]): RawBuilder<unknown> | null {
  if (narrowing === 0) {
    const ofStatus = status ? sql`where status = ${status}` : sql``;
    return sql`(select coalesce(sum(n), 0)::bigint from post_counts ${ofStatus})`;
  }
  const [tag] = tags;
  if (narrowing > 1 || status !== null || tags.length !== 1 || tag === undefined) return null;
  return sql`(select coalesce(sum(post_count), 0)::bigint from tags where lower(name) = ${tag})`;
}

/** Hyphens that a search may hold: each may be a "not", of which PostgreSQL's parser bears 31 in a row. */
const HYPHENS = 20;

/** A search as it is parsed: `/`, `_` and `<` are blanks here as they are in posts.search. */
function searchText(search: string): string {
  let hyphens = 0;
  return search.replace(/[/_<]/g, " ").replace(/-/g, () => (++hyphens > HYPHENS ? " " : "-"));
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
  const named = sql`lower(t.name) = any(${names})`;
  return sql<boolean>`exists (select from tags t where ${named}) and p.id in (select pt.post_id from post_tags pt
    where pt.tag_id = any(array(select t.id from tags t where ${named})))`;
}

function authorCondition(author: string) {
  const id = toDbId(author);
  if (id !== null) return sql<boolean>`p.author_id = ${id}`;
  return sql<boolean>`p.author_id = (select u.id from users u where lower(u.username) = ${author.toLowerCase()})`;
}
