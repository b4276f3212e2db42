import { sql } from "kysely";
import { expect, it } from "vitest";
import { createTestDatabase } from "./testing.ts";

it("gives each caller a separate migrated database, with both the app's and the owner's rights", async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    await sql`create table only_here (id int)`.execute(one.ownerDb);
    const exists = sql<{ found: string | null }>`select to_regclass('only_here') as found`;
    expect((await exists.execute(one.db)).rows).toEqual([{ found: "only_here" }]);
    expect((await exists.execute(two.db)).rows).toEqual([{ found: null }]);
    await expect(sql`select * from only_here`.execute(one.db)).rejects.toThrow("permission denied");
    expect((await sql<{ id: string }>`select nextval('ids') as id`.execute(two.db)).rows[0]?.id).toMatch(/^\d+$/);
  } finally {
    await Promise.all([one.drop(), two.drop()]);
  }
});
