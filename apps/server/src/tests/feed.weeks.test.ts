import { isWhole } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";
import { call, ok } from "./support.ts";

// Compares what the stored counters and the tag index say about a feed with reading all posts.

/** Enough that a count stops at ten thousand, or that a feed goes back half a year. */
const POSTS = isWhole ? 12_000 : 3_000;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  const bob = await t.member("bob");
  const owner = t.database.ownerDb;
  // Some right at the beginning of a week, many with the same time.
  await sql`
    insert into posts (author_id, title, content, excerpt, created_at)
    select ${bob.id}, 'Post ' || n, 'water', 'water', week_start(week_of(now())) - interval '4 hours' * (n / 3)
    from generate_series(1, ${POSTS}::integer) n`.execute(owner);
  await sql`insert into tags (name, post_count) values ('all', 0), ('some', 0)`.execute(owner);
  await sql`
    insert into post_tags (post_id, tag_id, position, post_created_at)
    select p.id, t.id, 0, now() from posts p join tags t on t.name = 'all' or p.id % 5 = 0`.execute(owner);
  // Later changes to posts, which weeks and tags must follow.
  await sql`update posts set status = 'CLOSED' where id % 4 = 0`.execute(owner);
  await sql`update posts set status = 'COMPLETED' where id % 8 = 0`.execute(owner);
  // No command gives a post its bounty later, but weeks and tags don't rely on that.
  await sql`alter table posts disable trigger posts_bounty_status_decided`.execute(owner);
  await sql`
    update posts set bounty_amount = 5, bounty_status = 'ESCROWED', bounty_expires_at = now() where id % 3 = 0`.execute(
    owner,
  );
  await sql`update posts set deleted_at = now() where id % 50 = 0`.execute(owner);
  await sql`update posts set deleted_at = null where id % 100 = 0`.execute(owner);
  await sql`update posts set created_at = created_at - interval '9 days' where id % 11 = 0`.execute(owner);
  await sql`
    update tags t set post_count = (select count(*) from post_tags pt where pt.tag_id = t.id and pt.shown)`.execute(
    owner,
  );
});
afterAll(() => t.close());

const newest = "created_at desc, id desc";
const cases: [query: string, where: string, order: string][] = [
  ["", "true", newest],
  ["sort=oldest", "true", "created_at, id"],
  ["filter=closed", "status = 'CLOSED'", newest],
  ["filter=open&sort=oldest", "status = 'OPEN'", "created_at, id"],
  ["hasBounty=true", "bounty_amount > 0", newest],
  ["hasBounty=false&filter=claimed&sort=oldest", "bounty_amount = 0 and status = 'COMPLETED'", "created_at, id"],
  ["dateRange=year", "created_at >= now() - interval '365 days'", newest],
  ["dateRange=year&sort=oldest", "created_at >= now() - interval '365 days'", "created_at, id"],
  [
    "dateRange=year&filter=open&hasBounty=true",
    "created_at >= now() - interval '365 days' and status = 'OPEN' and bounty_amount > 0",
    newest,
  ],
];

describe("distant pages of feeds", () => {
  it.each(cases)("of ?%s match what reading from the start returns [C7.20 C7.23]", async (query, where, order) => {
    const all = await ids(`${where} order by ${order}`);
    const last = Math.ceil(all.length / 10);
    for (const page of [1, 101, 102, Math.floor(last / 2), last - 1, last, last + 1]) {
      const body = ok(await call(t, "GET", `/posts?${query}&page=${page}`));
      expect(idsOf(body), `page ${page} of ${last}`).toEqual(all.slice((page - 1) * 10, page * 10));
      expect(body.pagination).toEqual({ page, limit: 10, total: all.length, pages: last });
    }
  });
});

describe("tag feeds with other filters", () => {
  const tagged = "id in (select post_id from post_tags pt join tags t on t.id = pt.tag_id where t.name = 'some')";
  it("are read from the tag index, whatever has happened to the posts [C4.15 C7.22]", async () => {
    for (const [query, where, order] of cases) {
      const all = await ids(`${where} and ${tagged} order by ${order}`);
      const last = Math.ceil(all.length / 10);
      for (const page of [1, 2, last]) {
        const body = ok(await call(t, "GET", `/posts?tags=some&${query}&page=${page}`));
        expect(idsOf(body), `${query} page ${page}`).toEqual(all.slice((page - 1) * 10, page * 10));
        expect(body.pagination.total).toBe(all.length);
      }
    }
  });
  it("are counted up to ten thousand, and say so", { tags: "proof" }, async () => {
    const all = await ids(`true order by ${newest}`);
    expect(all.length).toBeGreaterThan(10_000);
    const body = ok(await call(t, "GET", "/posts?tags=all,some"));
    expect(body).toMatchObject({ totalIsMinimum: true, pagination: { total: 10_000, pages: 1_000 } });
    // Pages beyond that still work.
    const far = ok(await call(t, "GET", "/posts?tags=all,some&page=1005"));
    expect(idsOf(far)).toEqual(all.slice(10_040, 10_050));
    expect(far).toMatchObject({ totalIsMinimum: true, pagination: { page: 1_005, total: 10_000 } });
  });
});

async function ids(rest: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from posts where deleted_at is null and ${sql.raw(rest)}`.execute(t.database.ownerDb);
  return rows.map(({ id }) => id);
}

function idsOf(body: { posts: { id: string }[] }): string[] {
  return body.posts.map(({ id }) => id);
}
