import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";

let t: TestApp;
let bob: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  bob = await t.member("bob");
});
afterAll(() => t.close());

const feed = async (query: string) => ok(await call(t, "GET", `/posts?${query}`));

describe("deep pages", () => {
  const COUNT = 2_345;
  beforeAll(async () => {
    // Many share the same second, so that only the id tells them apart.
    await sql`
      insert into posts (author_id, title, content, excerpt, created_at, upvotes)
      select ${bob.id}, 'Deep ' || n, 'deep water', 'deep water', now() - interval '500 days' - interval '1 second' * (n / 7), n % 5
      from generate_series(1, ${sql.lit(COUNT)}) n`.execute(t.database.ownerDb);
  });

  const orders: Record<string, string> = {
    "": "created_at desc, id desc",
    "sort=oldest": "created_at, id",
    "sort=votes": "score desc, created_at desc, id desc",
    // All the same except for their votes, which rank the latest thousand; the others follow.
    "search=water":
      "case when row_number() over (order by created_at desc, id desc) <= 1000 then score else -1 end desc, created_at desc, id desc",
    "author=bob": "created_at desc, id desc",
    "filter=open": "created_at desc, id desc",
  };
  const wheres: Record<string, string> = {
    "search=water": "title like 'Deep%'",
    "author=bob": "author_id = (select id from users where username = 'bob')",
    "filter=open": "status = 'OPEN'",
  };
  it.each(Object.entries(orders))(
    "of ?%s match what reading from the start returns [C7.20 C7.21]",
    async (query, order) => {
      const { rows } = await sql<{ id: string }>`select id from posts
      where deleted_at is null and ${sql.raw(wheres[query] ?? "true")} order by ${sql.raw(order)}`.execute(
        t.database.ownerDb,
      );
      const all = rows.map((row) => row.id);
      expect(all.length).toBeGreaterThanOrEqual(COUNT);
      const last = Math.ceil(all.length / 7);
      for (const [page, limit] of [
        [11, 100],
        [12, 100],
        [13, 100],
        [24, 100],
        [25, 100],
        [150, 7],
        [last - 1, 7],
        [last, 7],
        [last + 1, 7],
        [1, 100],
      ] as const) {
        const body = await feed(`${query}&page=${page}&limit=${limit}`);
        const expected = all.slice((page - 1) * limit, page * limit);
        expect(
          body.posts.map((p: { id: string }) => p.id),
          `page ${page} of ${limit}`,
        ).toEqual(expected);
        expect(body.pagination).toEqual({ page, limit, total: all.length, pages: Math.ceil(all.length / limit) });
      }
    },
  );
});
