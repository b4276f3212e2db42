import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { type ConnectOptions, type Database, openPool } from "./connect.ts";
import { urlFor } from "./logins.check.ts";
import { allUrls, LoginError, withLoginOf } from "./logins.ts";
import { createPositions } from "./positions.ts";
import { createReplica, REPLICA_PATIENCE_MS, type Replica, watch } from "./replica.ts";
import { routedPool } from "./routed-pool.ts";
import type { DB } from "./types.ts";

const EVERY_MS = 1_000;
const MAX_LAG_MS = 5_000;

export interface ReplicaOptions {
  /** Of each replica, with a user who has the rights of bbux_read, or without one for bbux_read itself. */
  readonly urls: readonly string[];
  /** Receives a line when a replica is left out, and when it's back. */
  readonly log: (line: string) => void;
  /** How often positions are compared. */
  readonly everyMs?: number;
  readonly maxLagMs?: number;
  /** How long a replica may take to connect or to say where it is. */
  readonly patienceMs?: number;
}

export interface WithReplicas {
  readonly db: Database;
  /**
   * Chooses where a request reads that needn't see what was just written: one replica, in turn, so that its statements agree, or `db`.
   * What fails there is asked at the primary, which the request then stays with. It needn't be closed.
   */
  chooseReads(): Database;
  /** Which replicas are read from now, in the order of their URLs. */
  inUse(): readonly boolean[];
  close(): Promise<void>;
}

/**
 * Connects to the primary, and to replicas for reads that may be some seconds old. A replica that doesn't respond, or is more than
 * five seconds behind, is left out until it has caught up. Without any that is in order, the primary is read.
 * @param options of the connections to the primary, and of those to each replica
 * @throws LoginError if a replica's user could change the books
 */
export async function connectWithReplicas(
  options: ConnectOptions,
  { urls, log, everyMs = EVERY_MS, maxLagMs = MAX_LAG_MS, patienceMs = REPLICA_PATIENCE_MS }: ReplicaOptions,
): Promise<WithReplicas> {
  const places = allUrls(options.url);
  const primary = openPool(options);
  const position = watch(urlFor(places, options.as ?? "app"), patienceMs);
  const positions = createPositions();
  const replicas = urls.map((url) => {
    const read = new URL(url).username === "" ? withLoginOf(places.read, url) : url;
    const pool = openPool({
      ...options,
      url: { ...places, read },
      as: "read",
      connectTimeoutMs: patienceMs,
      // For a server that can't cancel a statement any more.
      ...(options.statementTimeoutMs && { queryTimeoutMs: options.statementTimeoutMs + patienceMs }),
    });
    return createReplica({ name: hostOf(url), pool, position: watch(read, patienceMs), positions, maxLagMs, log });
  });

  const measure = async () => {
    // If the primary doesn't respond, nothing new is known about it, and replicas go on as they are.
    await position.ask().then(
      ({ current, at }) => current !== null && positions.note(current, at),
      () => undefined,
    );
    await Promise.all(replicas.map((replica) => replica.measure()));
  };
  const close = () =>
    Promise.all([primary.end(), position.close(), ...replicas.map((each) => each.close())]).then(() => undefined);
  await measure();
  try {
    for (const replica of replicas) await examine(replica);
  } catch (error) {
    await close();
    throw error;
  }
  const closing = new AbortController();
  const measuring = (async () => {
    while (!closing.signal.aborted) {
      await sleep(everyMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (!closing.signal.aborted) await measure();
    }
  })();

  let turn = 0;
  const over = (pool: PostgresPool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const db = over(primary);
  return {
    db,
    chooseReads() {
      const usable = replicas.filter((replica) => replica.isInUse());
      const place = usable[turn++ % usable.length];
      if (!place) return db;
      const reads = over(routedPool(primary, place));
      keys.set(reads, replicas);
      return reads;
    },
    inUse: () => replicas.map((replica) => replica.isInUse()),
    async close() {
      closing.abort();
      await measuring;
      await close();
    },
  };
}

/** Of each request's reads, what they have in common with those of other requests. */
const keys = new WeakMap<Database, object>();

/** Under this, what was read of a database is kept for other requests: each has reads of its own. */
export const keyOf = (db: Database): object => keys.get(db) ?? db;

/** Connecting is what examines a login; one that is away is examined later. @throws LoginError */
async function examine({ pool, fail }: Replica): Promise<void> {
  try {
    (await pool.connect()).release();
  } catch (error) {
    if (error instanceof LoginError) throw error;
    fail(error);
  }
}

/** Without user and password, for the log. */
function hostOf(url: string): string {
  return new URL(url).host || "on a socket";
}
