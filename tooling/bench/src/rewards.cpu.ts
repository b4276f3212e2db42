import { readFileSync } from "node:fs";
import type { Database } from "@bbux/db";
import { sql } from "kysely";

/** The kernel's clock in /proc; the same on every Linux we know. */
const TICKS_PER_SECOND = 100;

/** Processor time in seconds, which is more meaningful than the clock on a busy machine. */
export interface CpuSeconds {
  readonly node: number;
  /** The server's processes, if it runs on this machine and exposes them; otherwise 0. */
  readonly postgres: number;
}

/** @returns a function that reports the time spent since */
export async function watchCpu(db: Database): Promise<() => Promise<CpuSeconds>> {
  const node = process.cpuUsage();
  const before = await ofServer(db);
  return async () => {
    const { user, system } = process.cpuUsage(node);
    // A process that started since then spent all of its time since.
    const spent = [...(await ofServer(db))].map(([pid, seconds]) => seconds - (before.get(pid) ?? 0));
    return { node: (user + system) / 1e6, postgres: spent.reduce((sum, one) => sum + one, 0) };
  };
}

async function ofServer(db: Database): Promise<Map<number, number>> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db);
  return new Map(rows.map(({ pid }) => [pid, ofProcess(pid)]));
}

function ofProcess(pid: number): number {
  try {
    // After the name, which may contain anything, come the state and then numbers; the 12th and 13th are the times.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
