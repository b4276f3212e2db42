import { createTestDatabase, type TestDatabase, withoutTriggers } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hasInterestInFile, placeOfFile, shownWith } from "./files.query.ts";

/** How many posts, answers and comments there are, each by another member; every other one is deleted. */
const MANY = 2_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const written = sql`n, 'File ' || n || repeat('.', 200), case when n % 2 = 0 then now() end from generate_series(1, ${sql.lit(MANY)}) n`;
  await withoutTriggers(
    database.ownerDb,
    sql`insert into posts (id, title, excerpt, author_id, content, deleted_at) select n, 'Title', '', ${written}`,
  );
  for (const table of ["answers", "comments"] as const)
    await withoutTriggers(
      database.ownerDb,
      sql`insert into ${sql.table(table)} (post_id, author_id, content, deleted_at) select n, ${written}`,
    );
  await sql`vacuum analyze posts, answers, comments`.execute(database.ownerDb);
});
afterAll(() => database.drop());

it.each(["1", "2"])("where member %s shows a file is found without reading what others wrote", async (author) => {
  const { db } = database;
  await db.transaction().execute(async (trx) => {
    const scans = async () => {
      const { rows } = await sql<{ table: string; scans: string }>`
        select relname as table, seq_scan as scans from pg_stat_xact_user_tables
         where relname in ('posts', 'answers', 'comments') order by relname`.execute(trx);
      return rows;
    };
    const before = await scans();
    const [own, none] = ["File ", "No file"].map((key) => ({ key, url: key }));
    if (!own || !none) return;
    expect(await placeOfFile(trx, own, author)).toMatchObject({ kind: "comment", postId: author, answerId: null });
    expect(await placeOfFile(trx, none, author)).toBeNull();
    expect(await hasInterestInFile(trx, own, ["0", author])).toBe(true);
    expect(await hasInterestInFile(trx, none, [author])).toBe(false);
    expect(await shownWith(trx, none, author)).toEqual([]);
    expect(await scans()).toEqual(before);
  });
});
