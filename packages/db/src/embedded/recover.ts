import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { isReady, launch, serverSettings, supervise } from "../embedded.ts";
import { quote } from "./archive.ts";
import { findBinaries } from "./binaries.ts";
import { ensureCluster, NAME } from "./cluster.ts";
import { installAtOnce, type Move } from "./install.ts";
import { clearLeftover } from "./leftover.ts";
import { type Account, choosePlace, homeOf, type Place } from "./place.ts";

export { finishInstall, isInstalling } from "./install.ts";

/** A cluster that is being prepared next to the place where it will be used. */
export interface Staging {
  /** The cluster's directory; empty until filled or initialized. */
  readonly cluster: string;
  /** Where recovery finds write-ahead log. */
  readonly wal: string;
  /**
   * Replays the log up to `toTime`, or to its end, and begins a new timeline.
   * @throws RecoveryError if PostgreSQL can't
   */
  recover(toTime: Date | null, work: (url: string) => Promise<void>): Promise<void>;
  /** Creates an empty cluster with the database `bbux` instead. */
  initialize(work: (url: string) => Promise<void>): Promise<void>;
  /**
   * Puts the cluster where the next start finds it, and a cluster that is there aside; with it, or not at all, everything else that
   * belongs to the restored state.
   * @param others moves that belong to it
   * @returns where the earlier one is now, or null without one
   */
  install(suffix: string, others: readonly Move[], onMoved: () => void): Promise<string | null>;
  remove(): void;
}

/** PostgreSQL refused to recover; the message is its log. */
export class RecoveryError extends Error {
  override readonly name = "RecoveryError";
}

/** Whether the data directory has a cluster. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(homeOf(dataDir), "cluster"));
}

/**
 * Opens a staging directory for a data directory. Nothing that is in use is touched until `install`.
 * @throws an Error for the operator if a platform is running on the data directory
 */
export async function openStaging(dataDir: string): Promise<Staging> {
  const place = choosePlace(dataDir, () => undefined);
  const { account } = place;
  const binaries = findBinaries(account);
  await clearLeftover(place.cluster, () => undefined);
  const home = join(place.home, `restoring-${process.pid}-${randomBytes(3).toString("hex")}`);
  const staged: Place = { home, cluster: join(home, "cluster"), account };
  const wal = join(home, "wal");
  const password = randomBytes(24).toString("base64url");
  for (const path of [home, staged.cluster, wal]) mkdirSync(path);
  chmodSync(home, 0o711);
  for (const path of [staged.cluster, wal]) chmodSync(path, 0o700);

  /** Lets PostgreSQL run on the staged cluster while `work` uses its database `name`. */
  async function run(settings: Record<string, string>, name: string, work: (url: string) => Promise<void>) {
    // In a directory that only PostgreSQL's user can enter, so that connections need no password of the restored cluster.
    const socket = mkdtempSync(join(tmpdir(), "bbux-restore-"));
    const rules = join(socket, "hba.conf");
    writeFileSync(rules, "local all all trust\n");
    if (account) handOver([home, socket], account);
    try {
      const server = launch(staged, binaries, 5432, {
        ...serverSettings(true, 100),
        listen_addresses: "",
        unix_socket_directories: socket,
        hba_file: rules,
        archive_mode: "off",
        hot_standby: "off",
        ...settings,
      });
      const url = (database: string) =>
        `postgresql://${NAME}@localhost:5432/${database}?host=${encodeURIComponent(socket)}`;
      if (!(await isReady(server, url("postgres")))) throw new RecoveryError(server.output());
      const stop = supervise(server, staged, () => undefined, undefined);
      try {
        await execute(url("postgres"), `alter role ${NAME} password '${password}'`);
        await work(url(name));
      } finally {
        await stop();
      }
    } finally {
      rmSync(socket, { recursive: true, force: true });
    }
  }

  return {
    cluster: staged.cluster,
    wal,
    async recover(toTime, work) {
      writeFileSync(join(staged.cluster, "recovery.signal"), "");
      const from = quote(wal).replaceAll("%", "%%");
      // PostgreSQL knows no time zones by name yet when it reads this.
      const until = `${toTime?.toISOString().replace("T", " ").replace("Z", "")}+00`;
      const target = { recovery_target_time: until, recovery_target_action: "promote" };
      await run({ restore_command: `cp ${from}/%f "%p"`, ...(toTime && target) }, NAME, work);
    },
    async initialize(work) {
      rmSync(staged.cluster, { recursive: true });
      ensureCluster(staged, binaries, password, true);
      await run({}, "postgres", (url) => execute(url, `create database ${NAME}`));
      await run({}, NAME, work);
    },
    async install(suffix, others, onMoved) {
      await clearLeftover(place.cluster, () => undefined);
      const passwordFile = join(place.home, "password");
      const stagedPassword = join(home, "password");
      writeFileSync(stagedPassword, password, { mode: 0o600 });
      const aside = existsSync(place.cluster) ? `${place.cluster}.${suffix}` : null;
      const away = [place.cluster, passwordFile].filter((path) => existsSync(path));
      const moves = [
        ...away.map((path) => ({ from: path, to: `${path}.${suffix}` })),
        { from: stagedPassword, to: passwordFile },
        { from: staged.cluster, to: place.cluster },
        ...others,
      ];
      installAtOnce(dataDir, moves, onMoved);
      return aside;
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

function handOver(paths: readonly string[], { uid, gid }: Account): void {
  const { status, stderr } = spawnSync("chown", ["-R", `${uid}:${gid}`, ...paths], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The restored files could not be handed to PostgreSQL's user: ${stderr}`);
}

async function execute(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
