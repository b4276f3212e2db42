import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const runningChain = z.object({ url: z.url(), pid: z.int().positive() });

/** Where a data directory's local chain announces itself. */
export const chainFile = (dataDir: string) => join(dataDir, "chain.json");

/** Records where a data directory's local chain listens, for operator commands. @returns a function that removes the record */
export function announceChain(dataDir: string, url: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(chainFile(dataDir), `${JSON.stringify({ url, pid: process.pid })}\n`, { mode: 0o600 });
  return () => rmSync(chainFile(dataDir), { force: true });
}

/**
 * Where the local chain of a running platform listens; null if none is running on the data directory. A killed process leaves
 * its record behind, so the record counts only while that process is alive.
 */
export function findRunningChain(dataDir: string): string | null {
  try {
    const { url, pid } = runningChain.parse(JSON.parse(readFileSync(chainFile(dataDir), "utf8")));
    return isAlive(pid) ? url : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
