import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { statement } from "./statement.ts";
import { createTestDatabase } from "./testing.ts";

it("compiles a statement once and gives each use its own parameters", async () => {
  const database = await createTestDatabase();
  try {
    const build = vi.fn(
      (a: number, b: string) => sql<{ x: string }>`select ${b} || ${a}::int || ${b} || ${"constant"} as x`,
    );
    const ask = statement(build);
    expect(await ask(database.db, 1, "p")).toEqual([{ x: "p1pconstant" }]);
    expect(await ask(database.db, 2, "q")).toEqual([{ x: "q2qconstant" }]);
    await database.db.transaction().execute(async (trx) => {
      expect(await ask(trx, 3, "r")).toEqual([{ x: "r3rconstant" }]);
    });
    expect(build).toHaveBeenCalledOnce();
  } finally {
    await database.drop();
  }
});
