import type { Services } from "@bbux/api";
import { authorsAfter, authorsEvery, postsAfter, postsEvery, usedTags } from "@bbux/api/reading";
import { PAGES } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { escaped } from "./escape.ts";
import { profilePath } from "./pages/people.ts";
import { createTtlCache } from "./ttl-cache.ts";

/** Addresses per list, out of the 50,000 allowed, so that each list is one short query. */
const LIST = 10_000;
/** Maximum age of a list (ms). */
const KEEP_MS = 10 * 60_000;

export interface Place {
  readonly path: string;
  /** ISO time of the last change, if known. */
  readonly changedAt?: string;
}

export interface Sitemaps {
  /** Names of the lists. */
  index(): Promise<readonly string[]>;
  /** A list's entries; null if the index doesn't name it. */
  page(name: string): Promise<readonly Place[] | null>;
}

/** Every page that crawlers may index: those of the app, tags, posts, and members who wrote something. */
export function createSitemaps({ chooseReads, now }: Pick<Services, "chooseReads" | "now">): Sitemaps {
  const indexes = createTtlCache<readonly string[]>(now, KEEP_MS, 1);
  // A list is a megabyte, and a crawler that reads all of them needs each only once.
  const lists = createTtlCache<readonly Place[]>(now, KEEP_MS, 4);

  const index = (db = chooseReads()) =>
    indexes("", async () => {
      const [posts, authors] = await Promise.all([postsEvery(db, LIST), authorsEvery(db, LIST)]);
      return [
        "pages.xml",
        "tags.xml",
        ...posts.map((id) => `posts-${id}.xml`),
        ...authors.map((id) => `members-${id}.xml`),
      ];
    });

  async function read(db: Database, name: string): Promise<readonly Place[]> {
    if (name === "pages.xml") return staticPlaces();
    if (name === "tags.xml") {
      return (await usedTags(db, LIST)).map((tag) => ({ path: `/community?${new URLSearchParams({ tags: tag })}` }));
    }
    const [, kind, after = "0"] = /^(posts|members)-(\d+)\.xml$/.exec(name) ?? [];
    if (kind === "posts") {
      const posts = await postsAfter(db, after, LIST);
      return posts.map(({ id, changedAt }) => ({ path: `/posts/${id}`, changedAt }));
    }
    return (await authorsAfter(db, after, LIST)).map((username) => ({ path: profilePath(username) }));
  }

  return {
    index: () => index(),
    async page(name) {
      const db = chooseReads();
      return (await index(db)).includes(name) ? lists(name, () => read(db, name)) : null;
    },
  };
}

function staticPlaces(): Place[] {
  return Object.entries(PAGES)
    .filter(([path, { index }]) => index && !path.includes("$"))
    .map(([path]) => ({ path }));
}

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
const SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9";

export function indexXml(names: readonly string[], origin: string): string {
  const lists = names.map((name) => `<sitemap><loc>${escaped(`${origin}/sitemaps/${name}`)}</loc></sitemap>\n`);
  return `${HEAD}<sitemapindex xmlns="${SCHEMA}">\n${lists.join("")}</sitemapindex>\n`;
}

export function urlsXml(places: readonly Place[], origin: string): string {
  const urls = places.map(({ path, changedAt }) => {
    const changed = changedAt === undefined ? "" : `<lastmod>${changedAt}</lastmod>`;
    return `<url><loc>${escaped(origin + path)}</loc>${changed}</url>\n`;
  });
  return `${HEAD}<urlset xmlns="${SCHEMA}">\n${urls.join("")}</urlset>\n`;
}
