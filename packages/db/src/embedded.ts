import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { archiveSettings } from "./embedded/archive.ts";
import { type Binaries, findBinaries } from "./embedded/binaries.ts";
import { ensureCluster, NAME, readOrMakePassword } from "./embedded/cluster.ts";
import { finishInstall } from "./embedded/install.ts";
import { clearLeftover, ownerMark } from "./embedded/leftover.ts";
import { choosePlace, type Place } from "./embedded/place.ts";

export { outgoingOf } from "./embedded/archive.ts";
export { findRunning } from "./embedded/running.ts";

export interface EmbeddedOptions {
  /** The cluster lives inside it, unless its user can't reach it (see `choosePlace`). */
  readonly dataDir: string;
  /** Receives lines for the operator: slow steps and problems found. PostgreSQL's own log goes to a file. */
  readonly log?: (line: string) => void;
  /** Called if PostgreSQL exits unexpectedly, after which nothing works. */
  readonly onLost?: () => void;
  /** `false` trades durability for speed; for tests only. */
  readonly durable?: boolean;
  /** A directory for a Unix socket as well, which takes less of both processors than the loopback interface. */
  readonly socketDir?: string;
  /** Default 100. */
  readonly maxConnections?: number;
  /** Keeps finished write-ahead log in `outgoingOf(dataDir)` until a backup takes it away. */
  readonly archive?: boolean;
}

export interface EmbeddedPostgres {
  /** Connects as the cluster's owner, a superuser, through the loopback interface. */
  readonly url: string;
  /** The directory the data is in. */
  readonly home: string;
  /** PostgreSQL's process id, for inspection. */
  readonly pid: number;
  /** Fast shutdown: aborts open transactions, writes everything, and returns once PostgreSQL is gone. May be called repeatedly. */
  stop(): Promise<void>;
}

const ATTEMPTS = 10;

/**
 * Starts a real PostgreSQL on loopback for a data directory, and creates it (cluster, password, database `bbux`) the first
 * time. Recovers from whatever a killed run left behind; two live runs never share a cluster.
 * @throws an Error whose message is a sentence for the operator
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const durable = options.durable ?? true;
  if (finishInstall(options.dataDir)) log("Finished a restore that was interrupted");
  const place = choosePlace(options.dataDir, log);
  const binaries = findBinaries(place.account);
  const password = readOrMakePassword(place);
  if (!existsSync(place.cluster)) log(`Preparing a new PostgreSQL database in ${place.home}`);
  ensureCluster(place, binaries, password, durable);
  await clearLeftover(place.cluster, log);

  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(place, attempt);
    const settings = serverSettings(durable, options.maxConnections ?? 100);
    const archiving = options.archive ? archiveSettings(place) : {};
    if (options.socketDir) settings.unix_socket_directories = options.socketDir;
    const server = launch(place, binaries, port, { ...settings, ...archiving });
    const url = (database: string) => `postgresql://${NAME}:${password}@127.0.0.1:${port}/${database}`;
    if (await isReady(server, url("postgres"))) {
      await ensureDatabase(url("postgres"));
      writeFileSync(join(place.home, "port"), `${port}\n`);
      return { url: url(NAME), home: place.home, pid: server.pid, stop: supervise(server, place, log, options.onLost) };
    }
    const said = server.output();
    // Another program took the port in between, or the backends of a killed server are still exiting.
    const passing = /could not bind|could not create any TCP|pre-existing shared memory/.test(said);
    if (!passing || attempt === ATTEMPTS)
      throw new Error(
        `The embedded PostgreSQL did not start. Its log (${join(place.home, "postgres.log")}) says:\n${said}`,
      );
    await sleep(500);
    await clearLeftover(place.cluster, log);
  }
}

/** How the embedded PostgreSQL is set up, whatever it is started for. */
export function serverSettings(durable: boolean, maxConnections: number): Record<string, string> {
  return {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: String(maxConnections),
    cluster_name: ownerMark(),
    shared_buffers: durable ? "256MB" : "128MB",
    effective_cache_size: "1GB",
    work_mem: "16MB",
    maintenance_work_mem: "128MB",
    random_page_cost: "1.1",
    jit: "off",
    // Queries are short and cores few: a parallel plan would take cores from the next request.
    max_parallel_workers_per_gather: "0",
    log_timezone: "UTC",
    timezone: "UTC",
    log_line_prefix: "%m [%p] %q%u@%d ",
    ...(durable
      ? { synchronous_commit: "on", max_wal_size: "1GB" }
      : {
          fsync: "off",
          synchronous_commit: "off",
          full_page_writes: "off",
          max_wal_size: "4GB",
          autovacuum: "off",
          scram_iterations: "1",
        }),
  };
}

/** A PostgreSQL process. */
export interface Server {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly exited: Promise<void>;
  hasExited(): boolean;
  /** What it has logged since it was launched. */
  output(): string;
}

/** Starts PostgreSQL on a cluster, with its log next to it; it ends with this process. */
export function launch(place: Place, binaries: Binaries, port: number, settings: Record<string, string>): Server {
  const logFile = join(place.home, "postgres.log");
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) truncateSync(logFile);
  const fd = openSync(logFile, "a", 0o600);
  if (place.account) fchownSync(fd, place.account.uid, place.account.gid);
  const offset = statSync(logFile).size;
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // A session of its own: Ctrl-C in the terminal must reach only the Node process, which stops PostgreSQL last.
  const child = spawn(binaries.postgres, ["-D", place.cluster, "-p", String(port), ...flags], {
    ...place.account,
    cwd: "/",
    detached: true,
    stdio: ["ignore", fd, fd],
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  });
  closeSync(fd);
  // PostgreSQL stops with this process unless that is killed with -9; then `clearLeftover` deals with it.
  const stopWithParent = () => child.kill("SIGINT");
  process.once("exit", stopWithParent);
  let gone = false;
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      gone = true;
      process.off("exit", stopWithParent);
      resolve();
    };
    child.once("exit", end);
    child.once("error", end);
  });
  return {
    child,
    pid: child.pid ?? 0,
    exited,
    hasExited: () => gone,
    output: () => readFileSync(logFile).subarray(offset).toString("utf8").trim(),
  };
}

/** Waits until PostgreSQL accepts connections (crash recovery may take minutes). @returns false if it exited instead */
export async function isReady(server: Server, url: string): Promise<boolean> {
  while (!server.hasExited()) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    // If the server exits during the connection, `exited` reports it.
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: string }>("select current_setting('cluster_name') as pid");
      if (rows[0]?.pid === ownerMark()) return true;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "28P01")
        throw new Error(
          "The embedded PostgreSQL refuses its own password: the password file does not belong to this database.",
        );
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(20);
  }
  return false;
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [NAME]);
    if (rowCount === 0) await client.query(`create database ${NAME}`);
  } finally {
    await client.end();
  }
}

/** Reports a PostgreSQL that ends unexpectedly. @returns what stops it */
export function supervise(
  server: Server,
  place: Place,
  log: (line: string) => void,
  onLost: (() => void) | undefined,
): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  void server.exited.then(() => {
    if (stopping) return;
    log(`The embedded PostgreSQL has ended unexpectedly; see ${join(place.home, "postgres.log")}`);
    onLost?.();
  });
  server.child.unref();

  const stop = async (): Promise<void> => {
    if (server.hasExited()) return;
    server.child.ref();
    server.child.kill("SIGINT");
    const patience = new AbortController();
    const slow = sleep(30_000, "slow", { signal: patience.signal }).catch(() => "");
    if ((await Promise.race([server.exited, slow])) === "slow") server.child.kill("SIGQUIT");
    await server.exited;
    patience.abort();
  };
  return () => {
    stopping ??= stop();
    return stopping;
  };
}

/** The port of the last run if it is free, so that a saved connection string stays valid; otherwise any free port. */
async function choosePort(place: Place, attempt: number): Promise<number> {
  const file = join(place.home, "port");
  const last = existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : 0;
  if (attempt === 1 && last > 0 && (await freePort(last)) === last) return last;
  const any = await freePort(0);
  if (any === undefined) throw new Error("No free port was found on 127.0.0.1 for the embedded PostgreSQL.");
  return any;
}

function freePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(undefined));
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : undefined));
    });
  });
}
