import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const told = z.object({ url: z.url(), pid: z.int().positive() });

const fileOf = (dataDir: string) => join(dataDir, "chain.json");

/** Writes where the local chain of a data directory listens, for the operator's commands. @returns what takes it back */
export function announceChain(dataDir: string, url: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileOf(dataDir), `${JSON.stringify({ url, pid: process.pid })}\n`, { mode: 0o600 });
  return () => rmSync(fileOf(dataDir), { force: true });
}

/**
 * Where the local chain of a running platform listens; null when none runs on the data directory. A process that was
 * killed leaves its word behind, so it is taken only while that process lives.
 */
export function findRunningChain(dataDir: string): string | null {
  try {
    const { url, pid } = told.parse(JSON.parse(readFileSync(fileOf(dataDir), "utf8")));
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
    // It is there, and somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
