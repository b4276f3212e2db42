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
  /** Nothing but the status narrows the feed, so the stored counters know its size. */
  readonly counted: boolean;
  readonly status: PostStatus | null;
  /** The search as a tsquery, if there is one. */
  readonly query: RawBuilder<unknown> | null;
}

export function feedFilter(input: ListPostsInput, now: Date): FeedFilter {
  const status = input.filter ? statuses[input.filter] : null;
  const query = input.search ? sql`websearch_to_tsquery('english', ${searchText(input.search)})` : null;
  const narrowing = [
    query && sql<boolean>`p.search @@ ${query}`,
    // A search of nothing but what must not be there would read every post to find almost all of them: it finds none.
    query && sql<boolean>`querytree(${query}) <> 'T'`,
    tagsCondition(input.tags),
    input.hasBounty === undefined ? null : bountyCondition(input.hasBounty),
    input.dateRange ? sql<boolean>`p.created_at >= ${new Date(now.getTime() - days[input.dateRange] * DAY_MS)}` : null,
    input.author ? authorCondition(input.author) : null,
  ].filter((condition) => condition !== null);
  const conditions = [sql<boolean>`p.deleted_at is null`, ...(status ? [sql<boolean>`p.status = ${status}`] : [])];
  return {
    where: sql<boolean>`${sql.join([...conditions, ...narrowing], sql` and `)}`,
    counted: narrowing.length === 0,
    status,
    query,
  };
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

/** Posts with any of the named tags. */
function tagsCondition(tags: string | undefined) {
  const names = [...new Set((tags ?? "").split(",").map((name) => name.trim().toLowerCase()))]
    .filter(Boolean)
    .slice(0, 50);
  if (names.length === 0) return null;
  return sql<boolean>`p.id in (select pt.post_id from post_tags pt
    where pt.tag_id = any(array(select t.id from tags t where lower(t.name) = any(${names}))))`;
}

function authorCondition(author: string) {
  const id = toDbId(author);
  if (id !== null) return sql<boolean>`p.author_id = ${id}`;
  return sql<boolean>`p.author_id = (select u.id from users u where lower(u.username) = ${author.toLowerCase()})`;
}
