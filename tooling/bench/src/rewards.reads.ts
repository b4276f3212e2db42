import { performance } from "node:perf_hooks";
import { governanceDashboard } from "@bbux/api/operator";
import { DEFAULT_PARAMETERS } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";

const TIMES = 200;

/** Requests the dashboards of many members one at a time. @returns milliseconds, ascending */
export async function readDashboard(db: Database, since: Date): Promise<number[]> {
  const { rows } = await sql<{
    id: string;
  }>`select user_id::text as id from stakes order by user_id limit ${TIMES}`.execute(db);
  const now = () => new Date(since.getTime() + 86_400_000);
  const took: number[] = [];
  for (const { id } of rows) {
    const start = performance.now();
    await governanceDashboard({ db, now, parameterDefaults: DEFAULT_PARAMETERS }, id);
    took.push(performance.now() - start);
  }
  return took.toSorted((a, b) => a - b);
}
