import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NAME } from "./cluster.ts";
import { livingOwner, serves } from "./leftover.ts";
import { homeOf } from "./place.ts";
import { commandLine, isAlive } from "./processes.ts";

/**
 * The URL of the PostgreSQL that a running BBUX keeps for this data directory, for a command that runs alongside; null if
 * there is none, or only one that a killed run left behind, which the next start cleans up.
 */
export function findRunning(dataDir: string): string | null {
  const home = homeOf(dataDir);
  const lockFile = join(home, "cluster", "postmaster.pid");
  const passwordFile = join(home, "password");
  if (!existsSync(lockFile) || !existsSync(passwordFile)) return null;
  // PostgreSQL's own file: process id on the first line, port on the fourth, "ready" on the eighth.
  const [pidLine = "", , , port = "", , , , status = ""] = readFileSync(lockFile, "utf8").split("\n");
  const pid = Number.parseInt(pidLine, 10);
  const command = isAlive(pid) ? commandLine(pid) : undefined;
  if (command === undefined || !serves(pid, command, join(home, "cluster"))) return null;
  if (livingOwner(command) === undefined || status.trim() !== "ready") return null;
  const password = readFileSync(passwordFile, "utf8").trim();
  return `postgresql://${NAME}:${password}@127.0.0.1:${port.trim()}/${NAME}`;
}
