import { type FeedSearch, feedInput } from "./feed.search.ts";

// Apart from the rest of the feed's URL, because only a menu needs it.

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

/** Returns the Atom feed for the result: of the tag if there is exactly one, otherwise of all posts. */
export function atomFeed({ tags }: Pick<FeedSearch, "tags">): { tag: string | null; href: string } {
  const tag = tags && !tags.includes(",") ? tags : null;
  return { tag, href: tag === null ? "/feeds/community.atom" : `/feeds/tags/${encodeURIComponent(tag)}.atom` };
}
