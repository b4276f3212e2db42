import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";

/**
 * Whether a process with this id is running, whoever owns it. A zombie (exited but not yet reaped, as in a container without
 * an init) doesn't count.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return statFields(pid)?.[0] !== "Z";
}

/** The fields of /proc/<pid>/stat from the third on, because the name before them may contain spaces and parentheses. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/**
 * Distinguishes this process from a later one that reuses its id: its start time as the system records it. Undefined if there
 * is no such process or the system doesn't say.
 */
export function startMark(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return statFields(pid)?.[19];
    const started = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    return started === "" ? undefined : started.replace(/\W+/g, "_");
  } catch {
    return undefined;
  }
}

/** The command line of a process as one string, or undefined if it can't be read. */
export function commandLine(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

/** The working directory of a process, if the system exposes it. */
export function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Waits until the process is gone. @returns false if it is still running after `ms` milliseconds */
export async function waitUntilGone(pid: number, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}
