import { LIMITS, type ListPostsInput } from "@bbux/contract";
import type { Chip } from "../../components/FilterChips.tsx";
import { oneOf, wholeNumber, words } from "../../lib/searchParams.ts";

const SORTS = ["newest", "oldest", "mostVoted"] as const;
const FILTERS = ["open", "claimed", "closed"] as const;
const RANGES = ["week", "month", "year"] as const;

/** The feed's state in the URL. Defaults (page 1, newest) are left out. */
export interface FeedSearch {
  readonly page?: number | undefined;
  readonly sort?: (typeof SORTS)[number] | undefined;
  readonly filter?: (typeof FILTERS)[number] | undefined;
  readonly dateRange?: (typeof RANGES)[number] | undefined;
  readonly hasBounty?: boolean | undefined;
  /** Names, comma-separated. */
  readonly tags?: string | undefined;
  readonly search?: string | undefined;
}

/** Reads the feed's state from the URL. */
export function readFeedSearch(given: Readonly<Record<string, unknown>>): FeedSearch {
  return {
    page: wholeNumber(given.page, LIMITS.page),
    sort: given.sort === "votes" ? "mostVoted" : oneOf(SORTS, given.sort),
    filter: oneOf(FILTERS, given.filter),
    dateRange: oneOf(RANGES, given.dateRange),
    hasBounty: typeof given.hasBounty === "boolean" ? given.hasBounty : undefined,
    tags: words(given.tags, 2_000),
    search: words(given.search, LIMITS.search),
  };
}

/** Changes the URL; the feed returns to its first page. `replace` adds no history entry (typing). */
export type OnSearch = (change: Partial<FeedSearch>, options?: { replace?: boolean }) => void;

/** Returns the call for a URL. */
export function feedInput(search: FeedSearch) {
  return {
    page: search.page ?? 1,
    limit: LIMITS.pageSize.default,
    ...sortParam(search),
    ...(search.filter && { filter: search.filter }),
    ...(search.dateRange && { dateRange: search.dateRange }),
    ...(search.hasBounty !== undefined && { hasBounty: search.hasBounty }),
    ...(search.tags && { tags: search.tags }),
    ...(search.search && { search: search.search }),
  } satisfies Partial<Omit<ListPostsInput, "sort">> & { sort?: string };
}

export const EXPORT_FORMATS = ["csv", "json", "md"] as const;

/**
 * Returns the address of the current result as a file: the same filters and order, all pages up to `LIMITS.exportRows`.
 */
export function exportHref(search: FeedSearch, format: (typeof EXPORT_FORMATS)[number]): string {
  const { page, limit, ...filters } = feedInput(search);
  const query = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(filters)) query.set(name, String(value));
  return `/api/posts/export?${query}`;
}

/** Returns the order of the feed: the chosen one, otherwise relevance for a search and time for the rest. */
export function orderOf(search: FeedSearch): keyof typeof SORT_LABELS {
  return search.sort ?? (search.search ? "best" : "newest");
}

/** The server orders a search by relevance when no order is requested. */
function sortParam(search: FeedSearch): { sort?: Exclude<keyof typeof SORT_LABELS, "best"> } {
  const order = orderOf(search);
  return order === "best" ? {} : { sort: order };
}

/** Returns the change for a chosen order: a default is left out of the URL. */
export function chooseOrder(search: FeedSearch, chosen: string | null): Partial<FeedSearch> {
  const sort = oneOf(SORTS, chosen);
  return { sort: orderOf({ ...search, sort: undefined }) === sort ? undefined : sort };
}

/** Returns the tag names in the URL. */
export function tagsOf(search: Pick<FeedSearch, "tags">): string[] {
  return (search.tags ?? "").split(",").filter((name) => name !== "");
}

export const STATUS_LABELS = { open: "Open", claimed: "Completed", closed: "Closed" } as const;
export const RANGE_LABELS = { week: "Past 7 days", month: "Past 30 days", year: "Past 365 days" } as const;
export const SORT_LABELS = {
  best: "Best match",
  newest: "Newest first",
  oldest: "Oldest first",
  mostVoted: "Most voted",
} as const;

/** Returns one chip for each active filter. The order is not a filter and has none. */
export function activeFilters(search: FeedSearch): Chip<Partial<FeedSearch>>[] {
  const tags = tagsOf(search);
  return [
    search.search && { key: "search", label: `“${search.search}”`, clear: { search: undefined } },
    search.filter && { key: "filter", label: STATUS_LABELS[search.filter], clear: { filter: undefined } },
    search.dateRange && { key: "dateRange", label: RANGE_LABELS[search.dateRange], clear: { dateRange: undefined } },
    search.hasBounty !== undefined && {
      key: "hasBounty",
      label: search.hasBounty ? "With bounty" : "Without bounty",
      clear: { hasBounty: undefined },
    },
    ...tags.map((name) => ({
      key: `tag:${name}`,
      label: name,
      clear: { tags: tags.filter((other) => other !== name).join(",") || undefined },
    })),
  ].filter((filter) => typeof filter === "object");
}
