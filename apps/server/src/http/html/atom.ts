import { findTag, listPosts } from "@bbux/api/reading";
import { APP, type Brand, type PostSummary } from "@bbux/contract";
import { iconOf } from "./brand.ts";
import { escaped } from "./escape.ts";
import { feedTitle, previewOf } from "./head.ts";
import type { Sources } from "./page.ts";
import { COMMUNITY_FEED, tagFeedPath } from "./pages/feed.ts";
import { hasLeft, profilePath } from "./pages/people.ts";

const ENTRIES = 30;

export interface Feed {
  readonly title: string;
  readonly subtitle: string;
  /** The path of the feed itself, and of the page that shows the same posts. */
  readonly path: string;
  readonly page: string;
  readonly posts: readonly PostSummary[];
  /** ISO time; null for a feed without entries. */
  readonly changedAt: string | null;
}

/** The latest posts, all or of one tag; null for an unknown tag. */
export async function readFeed({ db, now }: Pick<Sources, "db" | "now">, tag: string | null): Promise<Feed | null> {
  const name = tag === null ? null : await findTag(db, tag);
  if (tag !== null && name === null) return null;
  const narrowed = name === null ? {} : { tags: name };
  const { posts } = await listPosts(db, { page: 1, limit: ENTRIES, sort: "newest", ...narrowed }, now(), null);
  const changedAt = posts.reduce<string | null>((latest, post) => {
    const at = changeOf(post);
    return latest === null || at > latest ? at : latest;
  }, null);
  const of = { posts, changedAt };
  if (name === null) {
    const subtitle = "The latest questions and shared knowledge of the community.";
    return { ...of, ...COMMUNITY_FEED, subtitle, page: "/community" };
  }
  const page = `/community?${new URLSearchParams({ tags: name })}`;
  return { ...of, title: name, subtitle: `The latest about ${name}.`, path: tagFeedPath(name), page };
}

const changeOf = ({ createdAt, editedAt }: PostSummary) => editedAt ?? createdAt;

/** Writes the feed as Atom (RFC 4287). Members' text is escaped as text, and the excerpt, which readers parse as HTML, twice. */
export function atomFeed(feed: Feed, origin: string, brand: Brand): string {
  const image = previewOf(brand);
  const self = escaped(origin + feed.path);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${self}</id>
  <title>${escaped(feedTitle(feed.title, brand))}</title>
  <subtitle>${escaped(feed.subtitle)}</subtitle>
  <link rel="self" type="application/atom+xml" href="${self}"/>
  <link rel="alternate" type="text/html" href="${escaped(origin + feed.page)}"/>
  <updated>${feed.changedAt ?? "1970-01-01T00:00:00.000Z"}</updated>
  <icon>${origin}${iconOf(brand) ?? "/favicon.svg"}</icon>${image ? `\n  <logo>${origin}${image.path}</logo>` : ""}
  <generator version="${APP.version}">${escaped(brand.name)}</generator>
${feed.posts.map((post) => entryOf(post, origin)).join("")}</feed>
`;
}

function entryOf(post: PostSummary, origin: string): string {
  const url = `${origin}/posts/${post.id}`;
  const tags = post.tags.map((name) => `\n    <category term="${escaped(name)}"/>`).join("");
  const bounty = post.reward > 0 ? `<p>Bounty: ${post.reward} BBUX</p>` : "";
  const html = `<p>${escaped(post.content)}</p>${bounty}<p><a href="${url}">Read it, with its answers</a></p>`;
  return `  <entry>
    <id>${url}</id>
    <title>${escaped(post.title)}</title>
    <link rel="alternate" type="text/html" href="${url}"/>
    <published>${post.createdAt}</published>
    <updated>${changeOf(post)}</updated>
    <author>${authorOf(post, origin)}</author>${tags}
    <summary type="html">${escaped(html)}</summary>
  </entry>
`;
}

function authorOf({ author }: PostSummary, origin: string): string {
  if (hasLeft(author)) return "<name>A former member</name>";
  return `<name>${escaped(author.username)}</name><uri>${escaped(origin + profilePath(author.username))}</uri>`;
}
