import { LIMITS, type ListPostsInput } from "@bbux/contract";
import type { Chip } from "../../components/FilterChips.tsx";
import { POST_STATUSES } from "../../components/StatusBadge.posts.ts";
import { oneOf, wholeNumber, words } from "../../lib/searchParams.ts";

/** The tabs that the URL names; Newest and Most voted are orders. */
const TABS = ["active", "unanswered", "highestBounty", "endingSoon", "forYou"] as const;
const SORTS = ["newest", "oldest", "mostVoted"] as const;
const FILTERS = ["open", "claimed", "closed"] as const;
const RANGES = ["week", "month", "year"] as const;

/** The feed's state in the URL. Defaults (page 1, newest) are left out. */
export interface FeedSearch {
  readonly page?: number | undefined;
  readonly tab?: (typeof TABS)[number] | undefined;
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
  // The API knows these two tabs as well.
  const sort = given.sort ?? oneOf(["newest", "mostVoted"], given.tab);
  return {
    page: wholeNumber(given.page, LIMITS.page),
    tab: oneOf(TABS, given.tab),
    sort: sort === "votes" ? "mostVoted" : oneOf(SORTS, sort),
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
    ...(search.tab && { tab: search.tab }),
    ...sortParam(search),
    ...(search.filter && { filter: search.filter }),
    ...(search.dateRange && { dateRange: search.dateRange }),
    ...(search.hasBounty !== undefined && { hasBounty: search.hasBounty }),
    ...(search.tags && { tags: search.tags }),
    ...(search.search && { search: search.search }),
  } satisfies Partial<Omit<ListPostsInput, "sort" | "tab">> & { sort?: string; tab?: string };
}

type Order = keyof typeof SORT_LABELS;

/** Returns the order of the feed: the chosen one, otherwise the tab's, relevance for a search, or time. */
export function orderOf({ sort, tab, search }: FeedSearch): Order {
  return sort ?? tabOrder(tab) ?? (search ? "best" : "newest");
}

/** The order of a tab that has one of its own. */
function tabOrder(tab: FeedSearch["tab"]): Order | undefined {
  return tab === "active" || tab === "highestBounty" || tab === "endingSoon" ? tab : undefined;
}

/** The server knows the order of a tab, and orders a search by relevance when no order is requested. */
function sortParam(search: FeedSearch): { sort?: (typeof SORTS)[number] } {
  const sort = oneOf(SORTS, orderOf(search));
  return sort ? { sort } : {};
}

/** Returns the change for a chosen order: a default is left out of the URL, and a tab that is an order gives way. */
export function chooseOrder(search: FeedSearch, chosen: string | null): Partial<FeedSearch> {
  const leaves = tabOrder(search.tab) !== undefined && { tab: undefined };
  const sort = oneOf(SORTS, chosen);
  return { sort: orderOf({ ...search, ...leaves, sort: undefined }) === sort ? undefined : sort, ...leaves };
}

export type TabName = NonNullable<FeedSearch["tab"]> | "best" | "newest" | "mostVoted";

/** Returns the tab that shows the result; null for an order that has no tab. */
export function tabOf(search: FeedSearch): TabName | null {
  const order = orderOf(search);
  return search.tab ?? (order === "best" || order === "newest" || order === "mostVoted" ? order : null);
}

/** Returns the URL of a tab, with the same filters. */
export function tabSearch(search: FeedSearch, name: TabName): FeedSearch {
  const tab = oneOf(TABS, name);
  const filters = { ...search, page: undefined, sort: undefined, tab };
  return tab || name === "best" ? filters : { ...filters, ...chooseOrder(filters, name) };
}

/** Returns the tabs in their order; a search is by relevance unless another one is chosen. */
export function tabsOf({ search }: FeedSearch): readonly TabName[] {
  return search ? ["best", ...ALL_TABS] : ALL_TABS;
}
const ALL_TABS = [
  ...(["newest", "active", "unanswered", "highestBounty", "endingSoon"] as const),
  ...(["mostVoted", "forYou"] as const),
];

/** Returns the tag names in the URL. */
export function tagsOf(search: Pick<FeedSearch, "tags">): string[] {
  return (search.tags ?? "").split(",").filter((name) => name !== "");
}

export const STATUS_LABELS = {
  open: POST_STATUSES.OPEN.label,
  claimed: POST_STATUSES.COMPLETED.label,
  closed: POST_STATUSES.CLOSED.label,
} as const;
export const RANGE_LABELS = { week: "Past 7 days", month: "Past 30 days", year: "Past 365 days" } as const;
export const SORT_LABELS = {
  best: "Best match",
  newest: "Newest first",
  oldest: "Oldest first",
  mostVoted: "Most voted",
  active: "Latest activity first",
  highestBounty: "Highest bounty first",
  endingSoon: "Ending soonest first",
} as const;
export const TAB_LABELS: Readonly<Record<TabName, string>> = {
  best: "Best match",
  newest: "Newest",
  active: "Active",
  unanswered: "Unanswered",
  highestBounty: "Highest bounty",
  endingSoon: "Ending soon",
  mostVoted: "Most voted",
  forYou: "For you",
};

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
