import type { Post } from "@bbux/contract";
import { COPIES } from "../../lib/offlineCopies.ts";
import { fieldOf, isRecord } from "../../lib/record.ts";
import { lastMember } from "../../lib/session.ts";

/** How much is kept, of all posts together and of one. */
export const KEPT = { posts: 50, bytes: 4_000_000, largest: 500_000 } as const;

/** A post as its reader saw it. */
export interface Copy {
  readonly post: Post;
  /** When the server sent it, in milliseconds. */
  readonly at: number;
}

/** What a list needs to know of a copy, kept in its headers. */
interface Kept {
  readonly url: string;
  readonly at: number;
  readonly bytes: number;
  readonly viewer: string;
}

const PLACE = "/offline/posts/";
const urlOf = (postId: string) => `${PLACE}${postId}`;
/** Visitors share a name that no member's id can be. */
const nameOf = (viewer: string | null) => viewer ?? "visitor";

/** Opens the cache; null where the browser has none or refuses it. */
async function open(): Promise<Cache | null> {
  try {
    return (await globalThis.caches?.open(COPIES)) ?? null;
  } catch {
    return null;
  }
}

async function all(store: Cache): Promise<Kept[]> {
  const requests = (await store.keys()).filter(({ url }) => new URL(url).pathname.startsWith(PLACE));
  return Promise.all(
    requests.map(async ({ url }) => {
      const headers = (await store.match(url))?.headers;
      return {
        url,
        at: Number(headers?.get("x-at")),
        bytes: Number(headers?.get("x-bytes")),
        viewer: headers?.get("x-viewer") ?? "",
      };
    }),
  );
}

/** Returns which copies have to go: those of another reader, and the oldest beyond the bounds. */
export function excess(copies: readonly Kept[], viewer: string | null): readonly string[] {
  let posts = 0;
  let bytes = 0;
  return [...copies]
    .sort((one, other) => other.at - one.at)
    .filter((copy) => {
      if (copy.viewer !== nameOf(viewer)) return true;
      posts += 1;
      bytes += copy.bytes;
      return posts > KEPT.posts || bytes > KEPT.bytes;
    })
    .map(({ url }) => url);
}

/**
 * Keeps a post that was opened, in place of an older copy of it.
 * @param isStillThere whether this reader is still the one on the page
 */
export async function keepCopy({ post, at }: Copy, viewer: string | null, isStillThere: () => boolean): Promise<void> {
  const store = await open();
  if (!store || !isStillThere()) return;
  const body = new Blob([JSON.stringify(post)]);
  if (body.size > KEPT.largest) {
    await store.delete(urlOf(post.id));
    return;
  }
  const headers = {
    "content-type": "application/json",
    "x-at": String(at),
    "x-bytes": String(body.size),
    "x-viewer": nameOf(viewer),
    // Headers take no letters beyond Latin-1.
    "x-title": encodeURIComponent(post.title),
  };
  try {
    await store.put(urlOf(post.id), new Response(body, { headers }));
  } catch {
    // The browser's own limit is reached; the older copies stay.
  }
  await Promise.all(excess(await all(store), viewer).map((url) => store.delete(url)));
}

/** Drops the copy of a post that is no longer there for its reader. */
export async function dropCopy(postId: string): Promise<void> {
  await (await open())?.delete(urlOf(postId));
}

/**
 * Returns the reader's copy of a post; null without one.
 * @param viewer undefined while the session is unknown, as it is offline; then the last signed-in member counts as the reader
 */
export async function findCopy(postId: string, viewer: string | null | undefined): Promise<Copy | null> {
  const reader = viewer === undefined ? lastMember() : viewer;
  const kept = await (await open())?.match(urlOf(postId));
  if (!kept || kept.headers.get("x-viewer") !== nameOf(reader)) return null;
  const at = Number(kept.headers.get("x-at"));
  const post: unknown = await kept.json();
  return isPost(post, postId) && Number.isFinite(at) ? { post, at } : null;
}

/** A copy of an older release may lack what a page needs. */
function isPost(value: unknown, id: string): value is Post {
  if (!isRecord(value)) return false;
  const lists = ["answers", "comments", "tags", "codeBlocks"].every((name) => Array.isArray(value[name]));
  return value.id === id && typeof value.title === "string" && isRecord(fieldOf(value, "author")) && lists;
}
