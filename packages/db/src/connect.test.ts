import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { createTestDatabase } from "./testing.ts";

it("survives PostgreSQL closing a connection between two statements of a transaction", async () => {
  const { db, ownerDb, drop } = await createTestDatabase({ max: 2 });
  const uncaught: unknown[] = [];
  const catchIt = (error: unknown) => uncaught.push(error);
  process.on("uncaughtException", catchIt);
  try {
    const broken = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(ownerDb);
      await sleep(200);
      await sql`select 1`.execute(trx);
    });
    await expect(broken).rejects.toThrow();
    expect(uncaught).toEqual([]);
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
    expect(rows).toEqual([{ one: 1 }]);
  } finally {
    process.off("uncaughtException", catchIt);
    await drop();
  }
});
