import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import pg from "pg";
import { requireLogin, requireTimeouts, settingsOf, urlFor } from "./logins.check.ts";
import type { Login, Place } from "./logins.ts";
import { preparing } from "./prepared.ts";
import type { DB } from "./types.ts";

export type Database = Kysely<DB>;

/** How long a request waits for a free connection. */
export const CONNECT_TIMEOUT_MS = 5_000;

export interface ConnectOptions {
  /** The owner's URL, from which those of the logins follow, or all of them. */
  readonly url: Place;
  /** The maximum number of connections in this process. */
  readonly max?: number;
  /** The login; `app` by default. `owner` is the user of DATABASE_URL, for migrations, who has the rights of the role that owns the schema. */
  readonly as?: Login | "owner";
  /** Whether to go past a pooler, to a session of one's own. The owner always does. */
  readonly isDirect?: boolean;
  /** Whether to name frequent statements, so that they are planned once; yes by default. */
  readonly prepares?: boolean;
  /** PostgreSQL cancels a statement after this many milliseconds; 0, the default, means never. A pooler's sessions have it from their login. */
  readonly statementTimeoutMs?: number;
  /** How long to wait for a free connection, or for a new one; {@link CONNECT_TIMEOUT_MS} by default. */
  readonly connectTimeoutMs?: number;
  /** How long to wait for the result of a statement, from a server that may be frozen; forever by default. */
  readonly queryTimeoutMs?: number;
  readonly applicationName?: string;
}

/**
 * A pool of PostgreSQL connections of one login. Each new connection is refused if it turns out to be one that could change the books
 * (LoginError), except as the owner.
 */
export function createPool({ url, as = "app", isDirect = false, ...options }: ConnectOptions): pg.Pool {
  const isPooled = typeof url !== "string" && url.isPooled && !isDirect && (as === "app" || as === "jobs");
  const known = new Set<string>();
  const timeouts = {
    statement_timeout: options.statementTimeoutMs ?? 0,
    idle_in_transaction_session_timeout: 15_000,
  };
  const pool = new pg.Pool({
    connectionString: urlFor(url, as, isDirect),
    max: options.max ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    ...(options.queryTimeoutMs && { query_timeout: options.queryTimeoutMs }),
    application_name: options.applicationName ?? "bbux",
    async onConnect(client) {
      if (as === "owner") await client.query(`select ${settingsOf(timeouts)} true`);
      else await requireLogin(client, as, known, isPooled ? {} : timeouts);
      if (isPooled) await requireTimeouts(client, as, timeouts);
    },
  });
  // If the server closes an idle connection, the process must survive; the next query opens a new one.
  pool.on("error", () => undefined);
  // The same goes for one in use between two statements of a transaction, when the pool isn't listening; the next statement fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** {@link createPool}, with frequent statements prepared. */
export function openPool({ prepares = true, ...options }: ConnectOptions): PostgresPool {
  const pool = createPool(options);
  return prepares ? preparing(pool) : pool;
}

/** Kysely over {@link openPool}. Close it with `db.destroy()`. */
export function connect(options: ConnectOptions): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: openPool(options) }) });
}
