import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";

/**
 * Whether a process of this number runs, whoever owns it. One that has ended but that its parent has not collected (in a
 * container without an init) counts as gone.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return statFields(pid)?.[0] !== "Z";
}

/** The fields of /proc/<pid>/stat from the third on: the name before them may hold spaces and parentheses. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/**
 * What tells this process from a later one that got the same number: its start time as the system keeps it.
 * Undefined when there is no such process or the system does not say.
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

/** The command line of a process as one string, or undefined when it cannot be read. */
export function commandLine(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

/** The working directory of a process, where the system shows it. */
export function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Waits until the process is gone. @returns false when it still runs after `ms` milliseconds */
export async function waitUntilGone(pid: number, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}
