import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { requireLogin, settingsOf, urlFor } from "./logins.check.ts";
import type { Login, Place } from "./logins.ts";
import { preparing } from "./prepared.ts";
import type { DB } from "./types.ts";

export type Database = Kysely<DB>;

export interface ConnectOptions {
  /** The owner's URL, from which those of the logins follow, or all of them. */
  readonly url: Place;
  /** The maximum number of connections in this process. */
  readonly max?: number;
  /** The login; `app` by default. `owner` is the user of DATABASE_URL, for migrations, who has the rights of the role that owns the schema. */
  readonly as?: Login | "owner";
  /** PostgreSQL cancels a statement after this many milliseconds; 0 means never. */
  readonly statementTimeoutMs?: number;
  readonly applicationName?: string;
}

/**
 * A pool of PostgreSQL connections of one login. Each new connection is refused if it turns out to be one that could change the books
 * (LoginError), except as the owner.
 */
export function createPool({ url, as = "app", ...options }: ConnectOptions): pg.Pool {
  const known = new Set<string>();
  const timeouts = {
    statement_timeout: options.statementTimeoutMs ?? 0,
    idle_in_transaction_session_timeout: 15_000,
  };
  const pool = new pg.Pool({
    connectionString: urlFor(url, as),
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: options.applicationName ?? "bbux",
    async onConnect(client) {
      if (as === "owner") await client.query(`select ${settingsOf(timeouts)} true`);
      else await requireLogin(client, as, known, timeouts);
    },
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
