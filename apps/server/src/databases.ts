import {
  CONNECT_TIMEOUT_MS,
  connect,
  connectWithReplicas,
  type Database,
  type DatabaseUrls,
  databaseUrls,
  examinePooler,
  LoginError,
  REPLICA_PATIENCE_MS,
  STATEMENT_TIMEOUT_MS,
} from "@bbux/db";
import type { Env } from "./env.ts";

/** The URLs of all logins. @param owner the URL of the database's owner: {@link ownersUrl}, or that of the embedded PostgreSQL */
export function databaseUrlsOf(env: Env, owner: string, sessionSecret = env.SESSION_SECRET): DatabaseUrls {
  const given = { app: env.DATABASE_APP_URL, jobs: env.DATABASE_JOBS_URL, read: env.DATABASE_READ_URL };
  const { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct } = env;
  return databaseUrls(direct && pooled ? pooled : owner, { given, direct, secret: sessionSecret });
}

/** Where the owner finds the database, past a pooler. */
export const ownersUrl = (env: Env) => env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;

/** The connections of a process: for requests, and for its workers, who get half as many. */
export interface Databases {
  readonly db: Database;
  readonly jobsDb: Database;
  /** Chooses where a request of visitors reads: a replica, or `db` without any. */
  readonly chooseReads: () => Database;
  close(): Promise<void>;
}

/**
 * Opens the connections of a process, and refuses logins that could change the books.
 * @throws LoginError
 */
export async function openDatabases(env: Env, url: DatabaseUrls, say: (line: string) => void): Promise<Databases> {
  const prepares = env.DATABASE_PREPARED_STATEMENTS === "on";
  const options = {
    url,
    prepares,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS * env.TIMEOUT_FACTOR,
    connectTimeoutMs: CONNECT_TIMEOUT_MS * env.TIMEOUT_FACTOR,
  };
  const forRequests = { ...options, max: env.DATABASE_POOL };
  const replicas = env.ROLE === "worker" ? undefined : env.DATABASE_REPLICA_URLS;
  const {
    db,
    chooseReads,
    close: closeReads,
  } = replicas
    ? await connectWithReplicas(forRequests, {
        urls: replicas,
        log: say,
        patienceMs: REPLICA_PATIENCE_MS * env.TIMEOUT_FACTOR,
      })
    : withoutReplicas(connect(forRequests));
  const jobsDb = connect({ ...options, as: "jobs", max: Math.max(4, Math.ceil(env.DATABASE_POOL / 2)) });
  const close = async () => {
    await Promise.all([closeReads(), jobsDb.destroy()]);
  };
  try {
    for (const each of [db, jobsDb]) await examine(each);
    for (const line of await examinePooler(url, { prepares })) say(line);
    await examineReader(url, say);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, jobsDb, chooseReads, close };
}

const withoutReplicas = (db: Database) => ({ db, chooseReads: () => db, close: () => db.destroy() });

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
