import { connect, type Database, type DatabaseUrls, databaseUrls, LoginError } from "@bbux/db";
import type { Env } from "./env.ts";

/** Longer than any statement of a request should take; waiting for a lock counts, too. */
const STATEMENT_TIMEOUT_MS = 2_000;

/** The URLs of all logins. @param owner the URL of the database's owner: DATABASE_URL, or that of the embedded PostgreSQL */
export function databaseUrlsOf(env: Env, owner: string, sessionSecret = env.SESSION_SECRET): DatabaseUrls {
  const given = { app: env.DATABASE_APP_URL, jobs: env.DATABASE_JOBS_URL, read: env.DATABASE_READ_URL };
  return databaseUrls(owner, { given, secret: sessionSecret });
}

/** The connections of a process: for requests, and for its workers, who get half as many. */
export interface Databases {
  readonly db: Database;
  readonly jobsDb: Database;
  close(): Promise<void>;
}

/**
 * Opens the connections of a process, and refuses logins that could change the books.
 * @throws LoginError
 */
export async function openDatabases(env: Env, url: DatabaseUrls, say: (line: string) => void): Promise<Databases> {
  const statementTimeoutMs = STATEMENT_TIMEOUT_MS;
  const db = connect({ url, max: env.DATABASE_POOL, statementTimeoutMs });
  const jobsDb = connect({ url, as: "jobs", max: Math.max(4, Math.ceil(env.DATABASE_POOL / 2)), statementTimeoutMs });
  const close = async () => {
    await Promise.all([db.destroy(), jobsDb.destroy()]);
  };
  try {
    for (const each of [db, jobsDb]) await examine(each);
    await examineReader(url, say);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, jobsDb, close };
}

/** Connecting is what examines a login. */
const examine = (db: Database) => db.connection().execute(async () => undefined);

/** Nothing in this process reads with this login, so the platform also starts while a replica is away. */
async function examineReader(url: DatabaseUrls, say: (line: string) => void): Promise<void> {
  const db = connect({ url, as: "read", max: 1 });
  try {
    await examine(db);
  } catch (error) {
    if (error instanceof LoginError) throw error;
    say(`The login for reading (DATABASE_READ_URL) doesn't respond: ${String(error)}`);
  } finally {
    await db.destroy();
  }
}
