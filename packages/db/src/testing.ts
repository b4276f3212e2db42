import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { connect, type Database } from "./connect.ts";
import { migrations } from "./migrations/index.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the test server's `postgres` database, for its owner. */
    readonly testServerUrl: string;
  }
}

/** The migrated database that every test database is a copy of. */
export const TEMPLATE = "bbux_template";

export interface TestDatabase {
  /** For the owner; `connect` puts the app's role on top. */
  readonly url: string;
  /** As the app works: bound by the grants of its role. */
  readonly db: Database;
  /** As the owner, who may do everything: to arrange and to look. */
  readonly ownerDb: Database;
  /** Closes both and removes the database. Connections of others are ended. */
  drop(): Promise<void>;
}

/**
 * A migrated database of its own, empty but for what the migrations put in. Some 30 ms: take one for each test file, or
 * for each test that counts rows.
 * @param options.max upper bound of connections in each of the two pools, 30 unless told: races want many
 */
export async function createTestDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const server = inject("testServerUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await asOwner(server, (client) => client.query(`create database ${name} template ${TEMPLATE}`));
  const target = new URL(server);
  target.pathname = `/${name}`;
  const url = target.href;
  const max = options.max ?? 30;
  const db = connect({ url, max, applicationName: name });
  const ownerDb = connect({ url, max, as: "owner", applicationName: name });
  return {
    url,
    db,
    ownerDb,
    drop: async () => {
      await Promise.all([db.destroy(), ownerDb.destroy()]);
      await asOwner(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Runs one thing on a connection of its own to the test server. */
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
 * Runs one migration on a database that a test has taken back to before it, whatever came after.
 * @throws Error when there is no migration of that name
 */
export async function migrateOne(owner: Database, name: string): Promise<void> {
  const migration = migrations[name];
  if (!migration) throw new Error(`There is no migration ${name}`);
  await owner.transaction().execute((trx) => migration.up(trx));
}
