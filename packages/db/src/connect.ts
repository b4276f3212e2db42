import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { preparing } from "./prepared.ts";
import type { DB } from "./types.ts";

/** The role the app works under: it owns nothing and has only the grants the migrations give it. */
export const APP_ROLE = "bbux_app";

export type Database = Kysely<DB>;

export interface ConnectOptions {
  readonly url: string;
  /** The maximum number of connections in this process. */
  readonly max?: number;
  /** `app` (the default) works under {@link APP_ROLE}; `owner` under the role of the URL, for migrations and operator commands. */
  readonly as?: "app" | "owner";
  /** PostgreSQL cancels a statement after this many milliseconds; 0 means never. */
  readonly statementTimeoutMs?: number;
  readonly applicationName?: string;
}

/**
 * A pool of PostgreSQL connections. The role is a startup option, so that even a superuser's URL is bound by the app's
 * grants, without an extra round trip.
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
  // If the server closes an idle connection, the process must survive; the next query opens a new one.
  pool.on("error", () => undefined);
  // The same goes for one in use between two statements of a transaction, when the pool isn't listening; the next statement fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Kysely over {@link createPool}, with frequent statements prepared. Close it with `db.destroy()`. */
export function connect(options: ConnectOptions): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(createPool(options)) }) });
}
