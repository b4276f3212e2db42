import { LIMITS, type ListPostsInput } from "@bbux/contract";
import type { Chip } from "../../components/FilterChips.tsx";
import { oneOf, wholeNumber, words } from "../../searchParams.ts";

const SORTS = ["newest", "oldest", "mostVoted"] as const;
const FILTERS = ["open", "claimed", "closed"] as const;
const RANGES = ["week", "month", "year"] as const;

/** The feed's state, as it stands in the URL. Defaults (page 1, newest) do not appear. */
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

/** Changes the URL; the feed goes back to its first page. `replace` leaves no step in the history (typing). */
export type OnSearch = (change: Partial<FeedSearch>, options?: { replace?: boolean }) => void;

/** The call that the URL stands for. */
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

/** Where the present result can be had as a file: the same filters and order, all pages up to `LIMITS.exportRows`. */
export function exportHref(search: FeedSearch, format: (typeof EXPORT_FORMATS)[number]): string {
  const { page, limit, ...filters } = feedInput(search);
  const query = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(filters)) query.set(name, String(value));
  return `/api/posts/export?${query}`;
}

/** How the feed is ordered: as chosen, else a search by what matches best, all else by time. */
export function orderOf(search: FeedSearch): keyof typeof SORT_LABELS {
  return search.sort ?? (search.search ? "best" : "newest");
}

/** The server orders a search by relevance when no order is asked for. */
function sortParam(search: FeedSearch): { sort?: Exclude<keyof typeof SORT_LABELS, "best"> } {
  const order = orderOf(search);
  return order === "best" ? {} : { sort: order };
}

/** The change that a chosen order is: a default does not stand in the URL. */
export function chooseOrder(search: FeedSearch, chosen: string | null): Partial<FeedSearch> {
  const sort = oneOf(SORTS, chosen);
  return { sort: orderOf({ ...search, sort: undefined }) === sort ? undefined : sort };
}

/** Tag names of the URL. */
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

/** The filters that narrow the feed, one chip each. Sorting narrows nothing and has none. */
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
