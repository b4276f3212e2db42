import { PAGES } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, type TestApp, type TestMember } from "../testing.ts";
import { createPagesApp, visit } from "./html.support.ts";
import { ask, call, ORIGIN, ok, refused } from "./support.ts";

let t: TestApp;
let ada: TestMember;

beforeAll(async () => {
  t = await createPagesApp();
  ada = await t.member("ada");
  for (const name of ["money", "c# & co", "unused"]) await createTag(t.database, name);
});
afterAll(() => t.close());

/** The addresses in a list, after its cache has expired. */
async function places(path: string): Promise<string[]> {
  const { statusCode, headers, body } = await visit(t, path);
  expect([statusCode, headers["content-type"]], body).toEqual([200, "application/xml; charset=utf-8"]);
  return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place = ""]) => place.replaceAll("&amp;", "&"));
}
const later = () => t.travel(3_600_000);

it("robots.txt allows crawlers to read pages, names the sitemap, and excludes the API", async () => {
  const { body, headers } = await visit(t, "/robots.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  expect(body).toMatch(/^Disallow: \/api\/$/m);
  expect(body).not.toMatch(/^Disallow: \/$/m);
});

describe("the sitemap", () => {
  it("has every page that may be indexed, tags in use, posts, and their authors, and nothing else", async () => {
    await t.member("silent");
    const id = await ask(t, ada, { title: "Here", tags: ["money", "c# & co"] });
    const gone = await ask(t, ada, { title: "Gone", tags: ["money"] });
    ok(await call(t, "DELETE", `/posts/${gone}`, { as: ada }));
    later();
    const lists = await places("/sitemap.xml");
    expect(lists).toEqual(["pages", "tags", "posts-0", "members-0"].map((name) => `${ORIGIN}/sitemaps/${name}.xml`));
    const open = Object.entries(PAGES).filter(([path, { index }]) => index && !path.includes("$"));
    expect(await places("/sitemaps/pages.xml")).toEqual(open.map(([path]) => ORIGIN + path));
    expect(new Set(await places("/sitemaps/tags.xml"))).toEqual(
      new Set([`${ORIGIN}/community?tags=money`, `${ORIGIN}/community?tags=c%23+%26+co`]),
    );
    expect(await places("/sitemaps/posts-0.xml")).toEqual([`${ORIGIN}/posts/${id}`]);
    expect(await places("/sitemaps/members-0.xml")).toEqual([`${ORIGIN}/users/ada`]);
  });

  it("serves no unlisted sitemap, so that nobody can make the server read data that nobody needs", async () => {
    for (const name of ["posts-5.xml", "posts-1.xml", "members-7.xml", "other.xml", "posts-x.xml", "posts-0.txt"]) {
      refused(await visit(t, `/sitemaps/${name}`), 404, "NOT_FOUND");
    }
  });

  it("of 25,000 posts is three lists of at most 10,000, each post in one of them", { tags: "proof" }, async () => {
    await sql`
      insert into posts (author_id, title, content, excerpt, type, deleted_at)
      select ${ada.id}::bigint, 'Post ' || n, 'Text', 'Text', 'question', case when n % 100 = 0 then now() end
      from generate_series(1, 25000) n`.execute(t.database.ownerDb);
    later();
    const lists = (await places("/sitemap.xml")).filter((place) => place.includes("posts-"));
    expect(lists.length).toBe(3);
    const found: string[] = [];
    for (const list of lists) {
      const of = await places(list.slice(ORIGIN.length));
      expect(of.length).toBeLessThanOrEqual(10_000);
      found.push(...of);
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBe(25_000 - 250 + 1);
  });

  it("returns 304 to a crawler that has it", async () => {
    const { headers } = await visit(t, "/sitemap.xml");
    expect((await visit(t, "/sitemap.xml", { "if-none-match": String(headers.etag) })).statusCode).toBe(304);
  });
});
