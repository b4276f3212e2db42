import { findTag, listPosts } from "@bbux/api/reading";
import { LIMITS, PAGES } from "@bbux/contract";
import { escaped } from "../escape.ts";
import { type HtmlPage, missing, type Sources } from "../page.ts";
import { rowsOf } from "./rows.ts";

/** The last feed page rendered on the server. Deeper posts are found through the sitemap. */
const DEEPEST = 50;

export const tagFeedPath = (name: string) => `/feeds/tags/${encodeURIComponent(name)}.atom`;
export const COMMUNITY_FEED = { title: "", path: "/feeds/community.atom" } as const;

/** The part of a feed address the server handles: a page of all posts or of one tag. The app handles the rest. */
export interface FeedAddress {
  readonly tag: string | null;
  readonly page: number;
}

/** @returns null if the address filters or sorts the feed in a way that only the app supports */
export function readFeedAddress(query: URLSearchParams): FeedAddress | null {
  const names = [...query.keys()];
  if (names.some((name) => name !== "page" && name !== "tags") || new Set(names).size < names.length) return null;
  const page = Number(query.get("page") ?? "1");
  const tag = unquoted(query.get("tags"));
  if (!Number.isInteger(page) || page < 1 || page > DEEPEST) return null;
  if (tag !== null && (tag === "" || tag.length > 64 || /[,\p{Cc}]/u.test(tag))) return null;
  return { tag, page };
}

/** The app's router quotes text that could be mistaken for another type: `tags="2024"`. */
function unquoted(value: string | null): string | null {
  return value === null ? null : (/^"(.*)"$/.exec(value)?.[1] ?? value);
}

export async function feedPage({ db, now }: Sources, { tag, page }: FeedAddress): Promise<HtmlPage> {
  const name = tag === null ? null : await findTag(db, tag);
  if (tag !== null && name === null) return missing();
  const narrowed = name === null ? {} : { tags: name };
  const limit = LIMITS.pageSize.default;
  const feed = await listPosts(db, { page, limit, ...narrowed }, now(), null);
  if (feed.posts.length === 0 && page > 1) return missing();
  const facts = PAGES["/community"];
  const about = name === null ? facts : tagged(name);
  const of = page > 1 ? `, page ${page}` : "";
  return {
    status: 200,
    title: about.title + of,
    description: about.description,
    canonical: addressOf(name, page),
    index: true,
    kind: "website",
    feed: name === null ? COMMUNITY_FEED : { title: name, path: tagFeedPath(name) },
    width: "feed",
    content:
      `<h1>Community</h1><div class="bar"></div>${name === null ? "" : `<p class="by">Tagged ${escaped(name)}</p>`}` +
      `${rowsOf(feed.posts, true)}${pagerOf(feed.pagination, name)}`,
  };
}

/** Matches the app's title (apps/web/src/lib/head.ts). */
function tagged(name: string) {
  return {
    title: `Posts tagged ${name}`,
    description: `Questions and shared knowledge about ${name} from the community, newest first.`,
  };
}

function addressOf(tag: string | null, page: number): string {
  const query = new URLSearchParams();
  if (tag !== null) query.set("tags", tag);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `/community?${query}` : "/community";
}

function pagerOf({ page, pages }: { page: number; pages: number }, tag: string | null): string {
  if (page >= Math.min(pages, DEEPEST)) return "";
  return `<p><a rel="next" href="${escaped(addressOf(tag, page + 1))}">Next page</a></p>`;
}
