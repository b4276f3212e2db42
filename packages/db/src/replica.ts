import type { PostgresPool } from "kysely";
import pg from "pg";
import { messageOf } from "./pg-error.ts";
import type { Positions } from "./positions.ts";
import type { ReadPlace } from "./routed-pool.ts";

/** A server that doesn't say where it is within this isn't asked anything else. */
export const REPLICA_PATIENCE_MS = 1_000;

/** One that is read from while it's in order. */
export interface Replica extends ReadPlace {
  isInUse(): boolean;
  measure(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A replica that's left out when it doesn't respond, is too far behind or breaks off, until that is over.
 * @param given.pool what requests read with
 * @param given.position where it is in the log, asked past the pool
 */
export function createReplica(given: {
  readonly name: string;
  readonly pool: PostgresPool;
  readonly position: Watch;
  readonly positions: Positions;
  readonly maxLagMs: number;
  readonly log: (line: string) => void;
}): Replica {
  const { name, pool, position, positions, maxLagMs, log } = given;
  const lagOf = async () => {
    try {
      const { replayed, at } = await position.ask();
      if (replayed === null) return "it isn't a replica";
      return positions.lagOf(replayed, at) > maxLagMs ? "it's behind the primary" : null;
    } catch (error) {
      return messageOf(error);
    }
  };
  /** Why it's left out, by its position and by its connections; null while it's used. */
  let [behind, broken]: (string | null)[] = ["it hasn't been measured yet", null];
  let isUsed = false;
  const note = () => {
    const problem = broken ?? behind;
    if (isUsed && problem !== null) log(`The replica ${name} is left out: ${problem}`);
    if (!isUsed && problem === null) log(`The replica ${name} is read from`);
    isUsed = problem === null;
  };
  return {
    pool,
    isInUse: () => isUsed,
    fail(error) {
      broken = messageOf(error);
      note();
    },
    async measure() {
      behind = await lagOf();
      // That it responds to us says nothing about those connections.
      if (behind === null && broken !== null) broken = await tryOut(pool);
      note();
    },
    async close() {
      await Promise.all([pool.end(), position.close()]);
    },
  };
}

/** @returns null if a connection works, or why not */
async function tryOut(pool: PostgresPool): Promise<string | null> {
  try {
    const client = await pool.connect();
    try {
      await client.query("select 1", []);
      client.release();
      return null;
    } catch (error) {
      client.release(true);
      throw error;
    }
  } catch (error) {
    return messageOf(error);
  }
}

/** Asks a server again and again. */
export interface Watch {
  /** Where the server is in the log: a primary has written, a replica has replayed up to here. */
  ask(): Promise<{ readonly current: bigint | null; readonly replayed: bigint | null; readonly at: number }>;
  close(): Promise<void>;
}

/** A connection of its own, so that a busy or frozen server is noticed in time. */
export function watch(connectionString: string, patienceMs: number): Watch {
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    application_name: "bbux replicas",
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    async ask() {
      const { rows } = await pool.query<{ current: string | null; replayed: string | null }>(
        `select case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') end::text as current,
                case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') end::text as replayed`,
      );
      const number = (text: string | null | undefined) => (text ? BigInt(text) : null);
      return { current: number(rows[0]?.current), replayed: number(rows[0]?.replayed), at: performance.now() };
    },
    close: () => pool.end(),
  };
}
