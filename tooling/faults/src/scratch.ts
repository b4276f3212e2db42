import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { checkoutFiles, ROOT } from "./locate.ts";

const PREFIX = "bbux-faults-";
/** What tools keep between runs, for the checkout that they ran in. */
const CACHES = new Set([".cache", ".pnpm", ".turbo", ".vite", ".vite-temp", ".vitest-cache"]);

/** A copy of the current checkout with its packages linked, so faults are never applied to the real one. */
export interface Scratch {
  readonly dir: string;
  /** Paths of its files from its top. */
  readonly files: readonly string[];
  remove(): void;
}

export function makeScratch(): Scratch {
  const dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  try {
    // When run as root, the tests' PostgreSQL is another user, who needs access.
    chmodSync(dir, 0o711);
    const files = checkoutFiles(ROOT);
    for (const folder of new Set(files.map(dirname))) mkdirSync(join(dir, folder), { recursive: true });
    for (const file of files) copyFileSync(join(ROOT, file), join(dir, file));
    linkPackages(dir);
    return { dir, files, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Links each workspace's packages with relative links to the copies of our own and to the shared store of the others.
 */
function linkPackages(dir: string): void {
  const rooms = ["apps", "packages", "tooling"].flatMap((top) =>
    readdirSync(join(ROOT, top)).map((name) => join(top, name)),
  );
  for (const room of ["", ...rooms]) {
    const from = join(ROOT, room, "node_modules");
    if (!existsSync(from) || !existsSync(join(dir, room))) continue;
    cpSync(from, join(dir, room, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !CACHES.has(basename(path)),
    });
  }
  symlinkSync(join(ROOT, "node_modules", ".pnpm"), join(dir, "node_modules", ".pnpm"));
}

/** Makes the copy a repository with one commit on `main`, so a fault is its only change. */
export function commitAll({ dir }: Scratch): void {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: dir, stdio: ["ignore", "ignore", "inherit"] });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  const author = ["-c", "user.name=faults", "-c", "user.email=faults@localhost"];
  git(...author, "commit", "--quiet", "--no-gpg-sign", "--message=As it is");
}

/** Removes copies of killed processes. */
export function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
