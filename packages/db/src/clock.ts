import { sql } from "kysely";
import type { Database } from "./connect.ts";

/** Returns the database's time, which all processes share however far their own clocks are apart. */
export async function databaseClock(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a statement without a row");
  return row.at;
}
