import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Rows } from "./rows.ts";

const CHUNK = 128 * 1024;

const FILLING = {
  session_replication_role: "replica",
  synchronous_commit: "off",
  maintenance_work_mem: "1GB",
  max_parallel_maintenance_workers: "2",
  work_mem: "256MB",
};

/** A pool for filling: no triggers, no foreign keys (the rows are correct by construction), no waiting for the disk. */
export function createFillingPool(url: string, connections: number): pg.Pool {
  const options = Object.entries(FILLING).map(([name, value]) => `-c ${name}=${value}`);
  const pool = new pg.Pool({ connectionString: url, max: connections, options: options.join(" ") });
  // It doesn't matter if the server closes an idle connection, which has done its work.
  pool.on("error", () => undefined);
  return pool;
}

/** Streams the rows into their table, with only a few chunks in memory, however many there are. */
export async function copyRows(pool: pg.Pool, rows: Rows): Promise<void> {
  const client = await pool.connect();
  try {
    await pipeline(
      Readable.from(chunked(rows.lines()), { objectMode: false, highWaterMark: 4 * CHUNK }),
      client.query(copyFrom(`copy ${rows.table} (${rows.columns}) from stdin`)),
    );
  } finally {
    client.release();
  }
}

function* chunked(lines: Generator<string>): Generator<Buffer> {
  let chunk = "";
  for (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK) continue;
    yield Buffer.from(chunk);
    chunk = "";
  }
  if (chunk !== "") yield Buffer.from(chunk);
}

/**
 * Removes what makes a COPY slow: the tables' indexes, except for those that constraints need, and the primary key of votes,
 * whose rows arrive in random order.
 * @returns the statements that restore them, by table; they can run in parallel
 */
export async function dropIndexes(pool: pg.Pool, tables: readonly string[]): Promise<Dropped[]> {
  const { rows } = await pool.query<Dropped & { name: string }>(
    `select c.relname as name, i.indrelid::regclass::text as "table", pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
     order by c.relname`,
    [tables],
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  await pool.query("alter table votes drop constraint votes_pkey");
  return [...rows, { table: "votes", definition: "alter table votes add primary key (voter_id, target_id)" }];
}

export interface Dropped {
  readonly table: string;
  readonly definition: string;
}

/** The most expensive first, so that the connections that build them finish together: words of large tables, then large tables. */
export async function mostExpensiveFirst(pool: pg.Pool, dropped: readonly Dropped[]): Promise<string[]> {
  const { rows } = await pool.query<{ definition: string }>(
    `select definition from unnest($1::text[], $2::text[]) as d ("table", definition)
     order by definition ~* ' using gin ' desc, pg_table_size("table"::regclass) desc, definition`,
    [dropped.map(({ table }) => table), dropped.map(({ definition }) => definition)],
  );
  return rows.map(({ definition }) => definition);
}

/** Runs everything, `lanes` at a time. */
export async function inLanes(lanes: number, work: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = [...work];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
