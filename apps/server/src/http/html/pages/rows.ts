import { LIST_CUT, type PostSummary } from "@bbux/contract";
import { escaped } from "../escape.ts";
import { byline } from "./people.ts";

/** A list of posts as in the feed: title, excerpt, author, and time. */
export function rowsOf(posts: readonly PostSummary[], isFeed = false): string {
  const rows = posts.map(
    (post) =>
      `<li><h2 dir="auto"><a href="/posts/${escaped(post.id)}">${escaped(cut(post.title, LIST_CUT.title))}</a></h2>` +
      `<p dir="auto">${escaped(cut(post.content, LIST_CUT.content))}</p><p class="by">${byline(post.author, post.createdAt)}</p></li>`,
  );
  return `<ul class="rows"${isFeed ? " data-feed" : ""}>${rows.join("")}</ul>`;
}

/** Truncates like the app does (apps/web/src/components/cut.ts). Excerpts are plain text already. */
export function cut(text: string, longest: number): string {
  const signs = Array.from(text.replace(/\s+/g, " ").trim());
  return signs.length <= longest ? signs.join("") : `${signs.slice(0, longest).join("").trimEnd()}…`;
}
