import { sql } from "kysely";
import { type MigrationResultSet, Migrator } from "kysely/migration";
import { connect, type Database } from "./connect.ts";
import { ensureLogins } from "./logins.create.ts";
import { shareGrants } from "./logins.grants.ts";
import { allUrls, LoginError, type Place } from "./logins.ts";
import { migrations } from "./migrations/index.ts";
import { handOver } from "./owner.ts";
import { messageOf } from "./pg-error.ts";

/** The names of all migrations, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations).sort();

export interface MigrateOptions {
  /** The last migration to run, as a backup of that schema needs it; the newest if it is left out. */
  readonly last?: string | undefined;
  /** Told, in a sentence for the operator, if the schema can't have an owner of its own, or logins not all of their settings. */
  readonly say?: (line: string) => void;
}

/**
 * Makes sure of the logins, migrates the database at `url`, and gives what was made to the role that owns it (docs/adr/0022). Each
 * migration runs in a transaction, and Kysely's lock keeps processes that start at the same time apart.
 * @returns the names of the migrations that were just applied
 * @throws the first failing migration's error, with the migration's name; LoginError if the owner may not create the logins
 */
export async function migrate(url: Place, options: MigrateOptions = {}): Promise<string[]> {
  await ensureLogins(allUrls(url), options.say).catch((error: unknown) => {
    if (error instanceof LoginError) throw error;
    throw new Error(`The database could not be migrated: ${messageOf(error)}`, { cause: error });
  });
  const db = connect({ url, as: "owner", max: 2 });
  try {
    return await migrateWith(db, options);
  } finally {
    await db.destroy();
  }
}

/** {@link migrate} over an open connection of DATABASE_URL's user. */
export async function migrateWith(db: Database, { last, say }: MigrateOptions = {}): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const migrated = last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last);
  const { error, results }: MigrationResultSet = await migrated;
  const failed = results?.find((result) => result.status === "Error");
  if (failed) throw new Error(`Migration ${failed.migrationName} failed: ${messageOf(error)}`, { cause: error });
  if (error) throw new Error(`The database could not be migrated: ${messageOf(error)}`, { cause: error });
  const applied = (results ?? []).map((result) => result.migrationName);
  // A posting that waited for the migration's locks has run to its end without the log.
  if (applied.includes("036_transparency") && applied.includes("052_log_complete"))
    await sql`select transparency_complete()`.execute(db);
  await shareGrants(db);
  const refusal = await handOver(db);
  if (refusal !== null) say?.(refusal);
  return applied;
}
