import { Kysely, PostgresDialect, type PostgresPool, sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPool, type Database, openPool } from "./connect.ts";
import { routedPool } from "./routed-pool.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";
import type { DB } from "./types.ts";

// The place is another database, so that it shows where a statement ran.

let here: TestDatabase;
let there: TestDatabase;
let primary: PostgresPool;
beforeAll(async () => {
  [here, there] = [await createTestDatabase({ max: 1 }), await createTestDatabase({ max: 1 })];
  primary = openPool({ url: here.url, max: 2 });
});
afterAll(async () => {
  await primary.end();
  await Promise.all([here.drop(), there.drop()]);
});

function open(pool: PostgresPool) {
  const failures: unknown[] = [];
  const place = { pool, fail: (error: unknown) => failures.push(error) };
  const reads = new Kysely<DB>({ dialect: new PostgresDialect({ pool: routedPool(primary, place) }) });
  return { reads, failures };
}
const isThere = async (reads: Database) => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(reads);
  return rows[0]?.name === new URL(there.url).pathname.slice(1);
};

/** A pool whose connections fail at this statement. */
const failingAt = (pool: pg.Pool, text: string, failure: Error): PostgresPool => ({
  options: {},
  end: async () => undefined,
  async connect() {
    const client = await pool.connect();
    return {
      query: (given: string, values: unknown[]) => {
        if (given === text) throw failure;
        return client.query(given, values);
      },
      release: (destroy?: boolean) => client.release(destroy),
    } as never;
  },
});

it("a place whose connections are all in use hasn't failed, and the request stays with the primary", async () => {
  const pool = createPool({ url: there.url, max: 1, connectTimeoutMs: 60_000 });
  const { reads, failures } = open(pool);
  expect(await isThere(reads)).toBe(true);
  const busy = await pool.connect();
  pool.options.connectionTimeoutMillis = 50;
  expect([await isThere(reads), failures]).toEqual([false, []]);
  busy.release();
  expect(await isThere(reads)).toBe(false);
  await pool.end();
});

it("one that can't be connected to has", async () => {
  const pool = createPool({ url: "postgresql://bbux@127.0.0.1:1/bbux", connectTimeoutMs: 1_000 });
  const { reads, failures } = open(pool);
  expect([await isThere(reads), failures]).toEqual([false, [expect.objectContaining({ code: "ECONNREFUSED" })]]);
  await pool.end();
});

it.each(["EPIPE", "ECONNRESET"])("a connection that is lost with %s is a failure of the place", async (code) => {
  const pool = createPool({ url: there.url, max: 1 });
  const lost = Object.assign(new Error(`write ${code}`), { code });
  const { reads, failures } = open(failingAt(pool, "select 1 as one", lost));
  expect(await isThere(reads)).toBe(true);
  expect((await sql`select 1 as one`.execute(reads)).rows).toEqual([{ one: 1 }]);
  expect([failures, pool.totalCount]).toEqual([[lost], 0]);
  await pool.end();
});

it("a statement that the place refuses isn't, and what follows it is read where it was answered", async () => {
  const pool = createPool({ url: there.url, max: 1 });
  const { reads, failures } = open(pool);
  await sql`create table of_today (id int)`.execute(here.ownerDb);
  await sql`grant select on of_today to bbux_app`.execute(here.ownerDb);
  expect(await isThere(reads)).toBe(true);
  expect((await sql`select id from of_today`.execute(reads)).rows).toEqual([]);
  expect([await isThere(reads), failures, pool.totalCount]).toEqual([false, [], 1]);
  await pool.end();
});
