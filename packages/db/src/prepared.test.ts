import { sql } from "kysely";
import { expect, it } from "vitest";
import { connect } from "./connect.ts";
import { createStatementNames } from "./prepared.ts";
import { createTestDatabase } from "./testing.ts";

it("names a statement on its fifth use and keeps the name", () => {
  const statements = createStatementNames();
  const uses = Array.from({ length: 7 }, () => statements.nameOf("select 1"));
  expect(uses).toEqual([undefined, undefined, undefined, undefined, "s1", "s1", "s1"]);
});

it("counts rare statements without keeping them, and names at most a hundred", () => {
  const statements = createStatementNames();
  for (let use = 0; use < 4; use++) statements.nameOf("select 'seldom'");
  for (let n = 0; n < 500; n++) statements.nameOf(`select ${n}`);
  expect(statements.nameOf("select 'seldom'")).toBeUndefined();
  for (let n = 0; n < 120; n++) for (let use = 0; use < 5; use++) statements.nameOf(`select 'often', ${n}`);
  expect(statements.nameOf("select 'often', 99")).toBe("s100");
  expect(statements.nameOf("select 'often', 119")).toBeUndefined();
});

it.each(["begin", "commit", "savepoint a", "select * from posts", "insert into t values (1) returning *"])(
  "never prepares %s",
  (text) => {
    const statements = createStatementNames();
    for (let use = 0; use < 10; use++) expect(statements.nameOf(text)).toBeUndefined();
  },
);

it("returns the same rows whether prepared or not, and reports every error", async () => {
  const database = await createTestDatabase();
  const db = connect({ url: database.url, max: 1 });
  try {
    for (let n = -6; n <= 6; n++) {
      const once = sql<{ n: number }>`select 12 / ${n}::int as n`.execute(db);
      if (n === 0) await expect(once).rejects.toMatchObject({ code: "22012" });
      else expect((await once).rows).toEqual([{ n: Math.trunc(12 / n) }]);
    }
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from pg_prepared_statements where statement like 'select 12%'`.execute(db);
    expect(rows).toEqual([{ n: "1" }]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
