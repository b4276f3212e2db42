import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { preparing } from "./prepared.ts";
import type { DB } from "./types.ts";

/** The role the app works under: it owns nothing and has only the grants that the migrations give it. */
export const APP_ROLE = "bbux_app";

export type Database = Kysely<DB>;

export interface ConnectOptions {
  readonly url: string;
  /** Upper bound of connections in this process. */
  readonly max?: number;
  /** `app` (default) works under {@link APP_ROLE}, `owner` under the role of the URL: migrations, commands of the operator. */
  readonly as?: "app" | "owner";
  /** Milliseconds after which PostgreSQL ends a statement; 0 for none. */
  readonly statementTimeoutMs?: number;
  readonly applicationName?: string;
}

/**
 * A pool of PostgreSQL connections. The role is given as a start-up option, so that even the URL of a superuser is
 * bound by the app's grants, without a round trip of its own.
 */
export function createPool(options: ConnectOptions): pg.Pool {
  const asApp = (options.as ?? "app") === "app";
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs ?? 0,
    idle_in_transaction_session_timeout: 15_000,
    application_name: options.applicationName ?? "bbux",
    ...(asApp ? { options: `-c role=${APP_ROLE}` } : {}),
  });
  // An idle connection that the server ends must not end the process; the next query opens a new one.
  pool.on("error", () => undefined);
  // Nor one in use, between two statements of a transaction: the pool does not listen then. The next statement fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Kysely over {@link createPool}, preparing what is asked often. End it with `db.destroy()`. */
export function connect(options: ConnectOptions): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(createPool(options)) }) });
}
