import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { connect, type Database } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { allowUnbacked } from "./waiver.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the test server's `postgres` database, for its owner. */
    readonly testServerUrl: string;
    /** Where its Unix socket is; null if that has no place. */
    readonly testSocketDir: string | null;
  }
}

/** The migrated database that every test database is copied from. */
export const TEMPLATE = "bbux_template";

export interface TestDatabase {
  /** Of the owner; `connect` derives those of the logins. */
  readonly url: string;
  /** As the app's login. */
  readonly db: Database;
  /** As the workers' login. */
  readonly jobsDb: Database;
  /** As the owner, who may do anything: for setting up and inspecting. */
  readonly ownerDb: Database;
  /** Closes both and drops the database. Other connections to it are terminated. */
  drop(): Promise<void>;
}

/**
 * A separate migrated database, empty except for what the migrations insert. Takes about 30 ms: create one per test file, or
 * one per test that counts rows.
 * @param options.unbacked allows transfers of all kinds that nothing backs, not only deposits
 * @param options.max the maximum number of connections in each pool, 10 by default, as in production
 */
export async function createTestDatabase(options: { max?: number; unbacked?: boolean } = {}): Promise<TestDatabase> {
  const server = inject("testServerUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  // The default strategy writes every page to the log, and takes twice as long.
  await adminOf(server).query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  const target = new URL(server);
  target.pathname = `/${name}`;
  const { href: url } = target;
  const socketDir = inject("testSocketDir");
  if (socketDir) target.searchParams.set("host", socketDir);
  // Race tests line up hundreds of transactions, on however busy a machine.
  const pool = { url: target.href, max: options.max ?? 10, connectTimeoutMs: 300_000, applicationName: name };
  const db = connect(pool);
  const jobsDb = connect({ ...pool, as: "jobs" });
  const ownerDb = connect({ ...pool, as: "owner" });
  if (options.unbacked) await allowUnbacked(ownerDb, { causes: "", reason: "tests of the ledger alone" });
  return {
    url,
    db,
    jobsDb,
    ownerDb,
    drop: async () => {
      await Promise.all([db.destroy(), jobsDb.destroy(), ownerDb.destroy()]);
      await adminOf(server).query(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Migrates the database that the others are copied from; members of tests get their BBUX by deposits that nothing backs. */
export async function migrateTemplate(url: string): Promise<void> {
  await migrate(url);
  const owner = connect({ url, as: "owner", max: 1 });
  try {
    await allowUnbacked(owner, { kind: "deposit", causes: "", reason: "funds of members in tests" });
  } finally {
    await owner.destroy();
  }
}

/** Changes what triggers keep from being changed, to see what becomes of it. @param owner only a superuser may */
export async function withoutTriggers(owner: Database, change: RawBuilder<unknown>): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await change.execute(trx);
  });
}

let admin: pg.Pool | undefined;

/** The connection that creates and drops all databases of this worker: a new one costs PostgreSQL as much as a small test. */
function adminOf(server: string): pg.Pool {
  if (!admin) {
    admin = new pg.Pool({ connectionString: server, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // The server may stop before this process.
    admin.on("error", () => undefined);
  }
  return admin;
}

/** Runs `work` on its own connection to the test server. */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs one migration on a database that a test has reverted to the state before it, ignoring later ones.
 * @throws Error if there is no migration of that name
 */
export async function migrateOne(owner: Database, name: string): Promise<void> {
  const migration = migrations[name];
  if (!migration) throw new Error(`There is no migration ${name}`);
  await owner.transaction().execute((trx) => migration.up(trx));
}

/** Resolves once this many statements in the database wait for a lock. */
export async function waitForLocks(db: Database, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if ((rows[0]?.n ?? 0) >= count) return;
    await sleep(5);
  }
}
