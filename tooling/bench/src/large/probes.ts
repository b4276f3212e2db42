import type { Built } from "./build.ts";
import { planted, TAGS } from "./shape.ts";
import { COMMON_WORD, NEEDLE, PHRASE, rareWord } from "./text.ts";

/** One page as someone views it. */
export interface Probe {
  readonly name: string;
  /** Signed in as a member with many votes, bookmarks, and notifications. */
  readonly member?: boolean;
  /** Its paths in this data set; requests cycle through them. */
  readonly paths: readonly string[];
}

/** With 10,000 posts there is no page 5,000; it is compared with the middle one there, which is the worst case. */
const PAGE = 5_000;
const AS_ONE_WALKS = 50;

/** The same pages in every size, in the same order. */
export function probesOf({ size, ids }: Built): Probe[] {
  const { few, many } = planted(size.posts);
  const feed = (rest: string, page = 1) => [`/api/posts?page=${page}&limit=10${rest}`];
  const search = (text: string) => feed(`&search=${encodeURIComponent(text)}`);
  const post = (n: number) => `/api/posts/${ids.post + n}`;
  const deep = Math.min(PAGE, size.posts / 20);
  const strewn = Array.from({ length: AS_ONE_WALKS }, (_, n) => (n * 7_919 * 13 + 17) % size.posts);
  const newest = Array.from({ length: 10 }, (_, n) => String(ids.post + size.posts - 1 - n * 7));
  const authorOf = (n: number) => `member${n}`;
  return [
    { name: "feed, page 1", paths: feed("") },
    { name: "feed, page 1, member", member: true, paths: feed("") },
    { name: "feed, page 500", paths: feed("", Math.min(500, deep)) },
    { name: `feed, page ${PAGE}`, paths: feed("", deep) },
    { name: `feed, page ${PAGE}, member`, member: true, paths: feed("", deep) },
    { name: "feed, last page", paths: feed("", size.posts / 10) },
    { name: "open", paths: feed("&filter=open") },
    { name: `open, page ${PAGE}`, paths: feed("&filter=open", Math.floor(deep / 2)) },
    { name: "claimed", paths: feed("&filter=claimed") },
    { name: "with bounty", paths: feed("&hasBounty=true") },
    { name: "this week", paths: feed("&dateRange=week") },
    { name: "this year", paths: feed("&dateRange=year") },
    { name: "a big tag", paths: feed("&tags=topic-0") },
    { name: "a rare tag", paths: feed(`&tags=topic-${TAGS - 1}`) },
    { name: "two tags", paths: feed("&tags=topic-1,topic-40") },
    { name: "open, a big tag", paths: feed("&filter=open&tags=topic-0") },
    { name: "open, a rare tag", paths: feed(`&filter=open&tags=topic-${TAGS - 1}`) },
    { name: "open, with bounty, this year", paths: feed("&filter=open&hasBounty=true&dateRange=year") },
    { name: "an author", paths: feed(`&author=${authorOf(40)}`) },
    { name: "by votes", paths: feed("&sort=votes") },
    { name: `by votes, page ${PAGE}`, paths: feed("&sort=votes", deep) },
    { name: "oldest", paths: feed("&sort=oldest") },
    { name: "search: a word in 20 posts", paths: search(NEEDLE) },
    { name: "search: a rare word", paths: search(rareWord()) },
    { name: "search: a common word", paths: search(COMMON_WORD) },
    { name: "search: two words", paths: search(`${COMMON_WORD} kernel`) },
    { name: "search: a phrase", paths: search(`"${PHRASE}"`) },
    { name: "search: a typing error", paths: search("zanzibarrite") },
    { name: "search: nothing found", paths: search("nosuchword") },
    { name: "post", paths: strewn.map(post) },
    { name: "post, member", member: true, paths: strewn.map(post) },
    { name: "post, 3 answers", paths: [post(few.post)] },
    { name: "post, 100 answers", paths: [post(many.post)] },
    { name: "post, 100 answers, member", member: true, paths: [post(many.post)] },
    { name: "comments of a post", paths: [`${post(many.post)}/comments`] },
    {
      name: "10 bookmarks' status",
      member: true,
      paths: [`/api/bookmarks/status?postIds=${encodeURIComponent(JSON.stringify(newest))}`],
    },
    { name: "bookmarks", member: true, paths: ["/api/bookmarks"] },
    { name: "notifications", member: true, paths: ["/api/notifications"] },
    { name: "profile", paths: [`/api/users/${authorOf(40)}`] },
    { name: "profile, 50 000 answers", paths: [`/api/users/${authorOf(0)}`] },
    { name: "tags", paths: ["/api/tags"] },
    { name: "stats", paths: ["/api/stats"] },
  ];
}
