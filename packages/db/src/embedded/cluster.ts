import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import type { Place } from "./place.ts";
import { isAlive } from "./processes.ts";

/** The name of both the superuser and the database of the embedded cluster. */
export const NAME = "bbux";
const MAJOR = "18";

/**
 * The password of the cluster's owner, created once and kept in a file that only its owner can read.
 * @throws if the cluster exists but its password doesn't
 */
export function readOrMakePassword({ home, cluster }: Place): string {
  const file = join(home, "password");
  if (!existsSync(file)) {
    if (existsSync(cluster))
      throw new Error(
        `The database in ${home} is there, but its password file ${file} is missing: restore it from a backup.`,
      );
    try {
      writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" });
    } catch (error) {
      // A concurrent start was faster, so its password counts.
      if (!existsSync(file)) throw error;
    }
  }
  return readFileSync(file, "utf8").trim();
}

/**
 * Creates the cluster unless it exists. initdb works in a directory next to it, which is then renamed into place. So a start
 * that was killed halfway leaves only a directory for the next start to remove, and a cluster at `place.cluster` is always
 * complete and never overwritten.
 * @returns whether a cluster was created
 */
export function ensureCluster(place: Place, binaries: Binaries, password: string, durable: boolean): boolean {
  removeLeftovers(place.home);
  if (existsSync(place.cluster)) {
    checkVersion(place.cluster);
    return false;
  }
  const fresh = `${place.cluster}.new-${process.pid}`;
  const passwordFile = `${fresh}.password`;
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.account) for (const path of [fresh, passwordFile]) chownSync(path, place.account.uid, place.account.gid);
  try {
    runInitdb(place, binaries, fresh, passwordFile, durable);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  try {
    renameSync(fresh, place.cluster);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(place.cluster)) throw error;
  }
  return true;
}

function runInitdb(place: Place, binaries: Binaries, dir: string, passwordFile: string, durable: boolean): void {
  // The builtin provider sorts and folds the same on every system; the C library's locale only classifies letters.
  for (const ctype of ["C.UTF-8", "C"]) {
    const { status, stderr, error } = spawnSync(
      binaries.initdb,
      [
        `--pgdata=${dir}`,
        `--username=${NAME}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        `--lc-ctype=${ctype}`,
        "--no-instructions",
        // Tests open thousands of connections: hashing the password must not be what they spend their time on.
        ...(durable ? [] : ["--no-sync", "--set=scram_iterations=1"]),
      ],
      { ...place.account, cwd: "/", encoding: "utf8", env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } },
    );
    if (status === 0) return;
    if (ctype === "C" || !stderr?.includes("invalid locale name")) {
      rmSync(dir, { recursive: true, force: true });
      throw new Error(`The embedded database could not be prepared: ${error?.message ?? stderr}`);
    }
    for (const entry of readdirSync(dir)) rmSync(join(dir, entry), { recursive: true, force: true });
  }
}

function removeLeftovers(home: string): void {
  for (const entry of readdirSync(home)) {
    const maker = /^cluster\.new-(\d+)/.exec(entry)?.[1];
    if (maker !== undefined && (Number(maker) === process.pid || !isAlive(Number(maker))))
      rmSync(join(home, entry), { recursive: true, force: true });
  }
}

function checkVersion(cluster: string): void {
  const file = join(cluster, "PG_VERSION");
  const version = existsSync(file) ? readFileSync(file, "utf8").trim() : "none";
  if (version !== MAJOR)
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${version}, and this BBUX brings PostgreSQL ${MAJOR}: dump it with the old version and restore it, or choose another DATA_DIR.`,
    );
}
