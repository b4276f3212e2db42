import { randomBytes } from "node:crypto";
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
 * @param options.max the maximum number of connections in each pool, 30 by default, because race tests need many
 */
export async function createTestDatabase(options: { max?: number; unbacked?: boolean } = {}): Promise<TestDatabase> {
  const server = inject("testServerUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await asOwner(server, (client) => client.query(`create database ${name} template ${TEMPLATE}`));
  const target = new URL(server);
  target.pathname = `/${name}`;
  const url = target.href;
  const max = options.max ?? 30;
  const db = connect({ url, max, applicationName: name });
  const jobsDb = connect({ url, max, as: "jobs", applicationName: name });
  const ownerDb = connect({ url, max, as: "owner", applicationName: name });
  if (options.unbacked) await allowUnbacked(ownerDb, { causes: "", reason: "tests of the ledger alone" });
  return {
    url,
    db,
    jobsDb,
    ownerDb,
    drop: async () => {
      await Promise.all([db.destroy(), jobsDb.destroy(), ownerDb.destroy()]);
      await asOwner(server, (client) => client.query(`drop database if exists ${name} with (force)`));
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

/** Runs `work` on its own connection to the test server. */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
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
