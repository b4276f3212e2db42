import { readFileSync } from "node:fs";
import type { Database } from "@bbux/db";
import { sql } from "kysely";

/** Of the kernel's clock, in /proc; the same on every Linux that we know. */
const TICKS_PER_SECOND = 100;

/** Processor time in seconds, which says more than the clock where much else runs. */
export interface CpuSeconds {
  readonly node: number;
  /** Of the server's present processes, where it runs on this machine and tells; else 0. */
  readonly postgres: number;
}

export async function cpuSeconds(db: Database): Promise<CpuSeconds> {
  const { user, system } = process.cpuUsage();
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db);
  return { node: (user + system) / 1e6, postgres: rows.reduce((sum, { pid }) => sum + ofProcess(pid), 0) };
}

function ofProcess(pid: number): number {
  try {
    // After the name, which may hold anything, come the state and then numbers: the 12th and 13th are the times.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
