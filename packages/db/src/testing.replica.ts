import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedPostgres, startEmbedded } from "./embedded.ts";

export interface TestReplica {
  /** Of the superuser. */
  readonly url: string;
  stop(): Promise<void>;
  /** Starts it again, at the same port. */
  start(): Promise<void>;
}

export interface TestPrimary {
  readonly server: EmbeddedPostgres;
  /** Starts a streaming replica of it, from a base backup. */
  startReplica(): Promise<TestReplica>;
  /** With the replicas that still run. */
  stop(): Promise<void>;
}

/** Starts a PostgreSQL of its own on the loopback that can have streaming replicas. */
export async function startPrimary(): Promise<TestPrimary> {
  const dirs: string[] = [];
  const makeDir = () => {
    const dir = mkdtempSync(join(tmpdir(), "bbux-replica-"));
    chmodSync(dir, 0o711);
    dirs.push(dir);
    return dir;
  };
  const server = await startEmbedded({ dataDir: makeDir(), durable: false });
  await keepLog(server);
  const replicas: TestReplica[] = [];
  return {
    server,
    async startReplica() {
      const dir = makeDir();
      await copyCluster(server, dir);
      let running = await startEmbedded({ dataDir: dir, durable: false });
      const replica = {
        url: running.url,
        stop: () => running.stop(),
        async start() {
          running = await startEmbedded({ dataDir: dir, durable: false });
        },
      };
      replicas.push(replica);
      return replica;
    },
    async stop() {
      for (const replica of replicas) await replica.stop();
      await server.stop();
      for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The checkpoint of one replica's base backup would otherwise remove the log that another one starts from. */
async function keepLog({ url }: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("alter system set wal_keep_size = '1GB'");
    await client.query("select pg_reload_conf()");
  } finally {
    await client.end();
  }
}

/** A base backup by PostgreSQL's low-level functions, at the place where a data directory has its cluster, as a standby of the server. */
async function copyCluster({ url, home }: EmbeddedPostgres, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const there = join(dataDir, "postgres");
    mkdirSync(there, { mode: 0o711 });
    chmodSync(there, 0o711);
    await client.query("select pg_backup_start('replica', true)");
    const skipped = /\/(postmaster\.(pid|opts)|pg_wal\/.+)$/;
    cpSync(home, there, { recursive: true, preserveTimestamps: true, filter: (path) => !skipped.test(path) });
    const { rows } = await client.query<{ label: string }>("select labelfile as label from pg_backup_stop(false)");
    const cluster = join(there, "cluster");
    writeFileSync(join(cluster, "backup_label"), rows[0]?.label ?? "");
    writeFileSync(join(cluster, "standby.signal"), "");
    const { hostname: host, port, username: user, password } = new URL(url);
    const source = `host=${host} port=${port} user=${user} password=${password}`;
    // A long query would hold up the replay of a cleanup that takes away what it may read.
    const settings = [`primary_conninfo = '${source}'`, "hot_standby_feedback = on"];
    writeFileSync(join(cluster, "postgresql.auto.conf"), `${settings.join("\n")}\n`);
    const { uid, gid } = statSync(join(home, "cluster"));
    const { status, stderr } = spawnSync("chown", ["-R", `${uid}:${gid}`, cluster], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  } finally {
    await client.end();
  }
}
