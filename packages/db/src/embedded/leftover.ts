import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine, isAlive, startMark, waitUntilGone, workingDirectory } from "./processes.ts";

/** Shown as `cluster_name` and on the command line: the Node process responsible for this PostgreSQL. */
export function ownerMark(): string {
  return `bbux.${process.pid}.${startMark(process.pid) ?? ""}`;
}

/**
 * Cleans up what an earlier run left in the cluster: nothing, a stale lock file, or a PostgreSQL that survived after its Node
 * process was killed. Such an orphan is shut down cleanly (its buffers are written), once its command line and working
 * directory prove that it serves this very cluster.
 * @throws a sentence if the PostgreSQL has a living owner, or can't be identified or stopped
 */
export async function clearLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const lockFile = join(cluster, "postmaster.pid");
  if (!existsSync(lockFile)) return;
  const text = readFileSync(lockFile, "utf8");
  const pid = Math.abs(Number.parseInt(text, 10));
  // PostgreSQL handles a dead owner's lock file itself, and also looks for surviving backends.
  if (!Number.isInteger(pid) || pid === 0 || !isAlive(pid)) return;

  const command = commandLine(pid);
  if (command === undefined) {
    if (!isAlive(pid)) return;
    throw new Error(
      `Process ${pid} may be a PostgreSQL that uses ${cluster}, but it cannot be inspected: end it, then start again.`,
    );
  }
  if (!serves(pid, command, cluster)) {
    // The process id now belongs to something else, which PostgreSQL would mistake for a running server if the same user owns
    // it. It knows its parent's process id to be harmless; the rest of the file stays for PostgreSQL's own checks.
    writeFileSync(lockFile, text.replace(/^-?\d+/, String(process.pid)));
    return;
  }
  const owner = livingOwner(command);
  if (owner !== undefined)
    throw new Error(
      `BBUX is already running on this data directory (process ${owner}). Stop it first, or set DATA_DIR and PORT to run a second one.`,
    );
  log("Shutting down the database that an earlier run left behind");
  process.kill(pid, "SIGINT");
  if (await waitUntilGone(pid, 30_000)) return;
  process.kill(pid, "SIGQUIT");
  if (await waitUntilGone(pid, 10_000)) return;
  throw new Error(`A PostgreSQL left by an earlier run (process ${pid}) does not stop: end it, then start again.`);
}

/** Whether the process is a PostgreSQL serving this cluster. */
export function serves(pid: number, command: string, cluster: string): boolean {
  if (!/(^|\/)postgres\b/.test(command)) return false;
  return workingDirectory(pid) === realpathSync(cluster) || command.includes(`-D ${cluster} `);
}

/** The living Node process responsible for a PostgreSQL with this command line. */
export function livingOwner(command: string): number | undefined {
  const mark = /\bcluster_name=bbux\.(\d+)\.(\w*)/.exec(command);
  const pid = Number(mark?.[1]);
  if (!mark || !isAlive(pid)) return undefined;
  return startMark(pid) === (mark[2] || undefined) ? pid : undefined;
}
