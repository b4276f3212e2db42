import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Where root stores what the user `postgres` must reach if the data directory isn't accessible to others (/root). */
const SYSTEM_DIR = "/var/lib/bbux";
const POINTER = "postgres-location";

/** The user PostgreSQL runs as; undefined means this process's user. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface Place {
  /** Contains the cluster, the password, the last port, and the log. */
  readonly home: string;
  /** PostgreSQL's own data directory, inside `home`. */
  readonly cluster: string;
  readonly account: Account | undefined;
}

/**
 * Chooses where the cluster of a data directory lives and who runs it, and creates the directories.
 *
 * PostgreSQL refuses to run as root, so for root it runs as the user `postgres` (created if missing), or as the owner of an
 * existing cluster. If that user can't reach the data directory, the cluster goes to /var/lib/bbux and a pointer file in the
 * data directory says so. From then on the pointer decides, whatever the permissions become, so that a cluster with data in
 * it is never overlooked.
 * @throws a sentence for the operator if no place works
 */
export function choosePlace(dataDir: string, log: (line: string) => void): Place {
  const root = resolve(dataDir);
  mkdirSync(root, { recursive: true });
  const pointer = join(root, POINTER);
  const home = homeOf(dataDir);
  const cluster = join(home, "cluster");

  if (process.getuid?.() !== 0) {
    makeHome(home);
    if (existsSync(cluster) && statSync(cluster).uid !== process.getuid?.())
      throw new Error(
        `The database in ${home} belongs to another user, as it was first started by root. Start as root again, or choose another DATA_DIR.`,
      );
    return { home, cluster, account: undefined };
  }

  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    const account = uid === 0 ? postgresAccount() : { uid, gid };
    if (!canEnter(home, account))
      throw new Error(
        `The user that owns the database in ${home} can no longer reach it: make its parent directories passable (chmod o+x).`,
      );
    return { home, cluster, account };
  }
  const account = postgresAccount();
  makeHome(home);
  if (canEnter(home, account)) return { home, cluster, account };

  const elsewhere = join(SYSTEM_DIR, `${basename(dirname(root))}-${randomBytes(4).toString("hex")}`);
  makeHome(elsewhere);
  if (!canEnter(elsewhere, account))
    throw new Error(
      `The user postgres can reach neither ${home} nor ${elsewhere}: set DATA_DIR to a directory that it can.`,
    );
  writeFileSync(join(elsewhere, "belongs-to"), `${root}\n`);
  writeFileSync(pointer, `${elsewhere}\n`);
  log(`The database user cannot enter ${root}, so the database lives in ${elsewhere}`);
  return { home: elsewhere, cluster: join(elsewhere, "cluster"), account };
}

/** Where the cluster of a data directory is or would be; creates nothing. */
export function homeOf(dataDir: string): string {
  const pointer = join(resolve(dataDir), POINTER);
  return existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : join(resolve(dataDir), "postgres");
}

/** Whether the account can enter a directory; the kernel decides, so ACLs and mounts count. */
function canEnter(dir: string, account: Account): boolean {
  const { status } = spawnSync("/bin/sh", ["-c", 'cd "$0"', dir], { ...account, cwd: "/", stdio: "ignore" });
  return status === 0;
}

/** Creates a directory that others may traverse but not list. */
export function makeHome(dir: string): void {
  if (existsSync(dir)) return;
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o711);
}

function postgresAccount(): Account {
  const found = lookUp("postgres");
  if (found) return found;
  for (const [command, ...args] of [
    ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "postgres"],
    ["adduser", "-S", "-D", "-H", "postgres"],
  ]) {
    spawnSync(String(command), args, { stdio: "ignore" });
    const made = lookUp("postgres");
    if (made) return made;
  }
  throw new Error(
    "PostgreSQL does not run as root, and no user named postgres could be created. Start as an ordinary user, or set DATABASE_URL.",
  );
}

function lookUp(name: string): Account | undefined {
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

export { SYSTEM_DIR };
