import { LIMITS, type ListPostsInput } from "@bbux/contract";
import { z } from "zod";

// The router reads `?search=123` as a number and `?search=true` as a boolean: what a person searches for is text.
const words = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const quiet = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/**
 * The feed's state, as it stands in the URL. Whatever is not understood is left out instead of failing: an old or mangled
 * link still opens the feed. Defaults (page 1, newest) do not appear.
 */
export const feedSearch = z.object({
  page: quiet(z.coerce.number().int().min(1).max(LIMITS.page)),
  sort: quiet(z.enum(["newest", "oldest", "mostVoted"])),
  filter: quiet(
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(["open", "claimed", "closed"])),
  ),
  dateRange: quiet(
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(["week", "month", "year"])),
  ),
  hasBounty: quiet(z.boolean()),
  tags: quiet(words.pipe(z.string().min(1).max(2_000))),
  search: quiet(words.pipe(z.string().trim().min(1).max(LIMITS.search))),
});
export type FeedSearch = z.infer<typeof feedSearch>;

/** Changes the URL; the feed goes back to its first page. `replace` leaves no step in the history (typing). */
export type OnSearch = (change: Partial<FeedSearch>, options?: { replace?: boolean }) => void;

/** The call that the URL stands for. */
export function feedInput(search: FeedSearch) {
  return {
    page: search.page ?? 1,
    limit: LIMITS.pageSize.default,
    sort: search.sort ?? "newest",
    ...(search.filter && { filter: search.filter }),
    ...(search.dateRange && { dateRange: search.dateRange }),
    ...(search.hasBounty !== undefined && { hasBounty: search.hasBounty }),
    ...(search.tags && { tags: search.tags }),
    ...(search.search && { search: search.search }),
  } satisfies Partial<Omit<ListPostsInput, "sort">> & { sort: string };
}

/** Tag names of the URL. */
export function tagsOf(search: Pick<FeedSearch, "tags">): string[] {
  return (search.tags ?? "").split(",").filter((name) => name !== "");
}

/** One filter that is on: what its chip says, and the change that clears it. */
export interface ActiveFilter {
  readonly key: string;
  readonly label: string;
  readonly clear: Partial<FeedSearch>;
}

export const STATUS_LABELS = { open: "Open", claimed: "Completed", closed: "Closed" } as const;
export const RANGE_LABELS = { week: "Past 7 days", month: "Past 30 days", year: "Past 365 days" } as const;
export const SORT_LABELS = { newest: "Newest first", oldest: "Oldest first", mostVoted: "Most voted" } as const;

/** The filters that narrow the feed, one chip each. Sorting narrows nothing and has none. */
export function activeFilters(search: FeedSearch): ActiveFilter[] {
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
