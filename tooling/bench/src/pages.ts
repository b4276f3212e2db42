import { percentile } from "./load.ts";
import type { Seeded } from "./seed.ts";

export interface Timed {
  readonly name: string;
  readonly path: string;
  /** Milliseconds, one request at a time on an otherwise idle server. */
  readonly p50: number;
  readonly max: number;
}

/** How long single requests of the feed take: deep pages, filters, searches. */
export async function timePages(url: string, { posts }: Seeded, repeats: number): Promise<Timed[]> {
  const last = Math.ceil(posts / 10);
  const page = (n: number, rest = "") => `/api/posts?page=${n}&limit=10${rest}`;
  const lastOf = async (rest: string) => (await paginationOf(url + page(1, rest))).pages;
  const tag = "&tags=topic-0";
  const open = "&filter=open";
  const requests: [string, string][] = [
    ["page 1", page(1)],
    ["page 2", page(2)],
    ["middle page", page(Math.floor(last / 2))],
    ["last page", page(last)],
    ["by votes, middle page", page(Math.floor(last / 2), "&sort=votes")],
    ["open, middle page", page(Math.floor((await lastOf(open)) / 2), open)],
    ["commonest tag, page 1", page(1, tag)],
    ["commonest tag, middle page", page(Math.floor((await lastOf(tag)) / 2), tag)],
    ["with bounty, page 1", page(1, "&hasBounty=true")],
    ["search: a rare word", page(1, "&search=tensor")],
    ["search: two words", page(1, "&search=kalman%20gradient")],
    ["search: a common word", page(1, "&search=server")],
    ["search: a phrase", page(1, `&search=${encodeURIComponent('"signal filter"')}`)],
    ["search: nothing found", page(1, "&search=nosuchword")],
  ];
  const timed: Timed[] = [];
  for (const [name, path] of requests) timed.push({ name, path, ...(await time(url + path, repeats)) });
  return timed;
}

async function time(url: string, repeats: number): Promise<{ p50: number; max: number }> {
  const times: number[] = [];
  for (let n = 0; n < repeats + 3; n++) {
    const start = performance.now();
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    // The first requests meet cold caches.
    if (n >= 3) times.push(performance.now() - start);
  }
  return { p50: percentile(times, 0.5), max: Math.max(...times) };
}

async function paginationOf(url: string): Promise<{ pages: number; total: number }> {
  const answer = (await (await fetch(url)).json()) as { pagination: { pages: number; total: number } };
  return answer.pagination;
}
