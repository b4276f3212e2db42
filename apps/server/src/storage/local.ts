import { mkdirSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { MediaStorage } from "@bbux/api";
import { createConcurrencyLimit } from "../concurrency-limit.ts";

/** No upload takes longer, so anything older was left by a process that died. */
const LEFTOVER_MS = 3_600_000;

/** Where incoming files go. The leading dot keeps everything below from being served. */
export function incomingFolder(dataDir: string): string {
  const folder = join(uploadsFolder(dataDir), ".incoming");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export function uploadsFolder(dataDir: string): string {
  return join(dataDir, "uploads");
}

/** Uploads in the data directory, which we serve at `/uploads/{key}`. */
export function localStorage(dataDir: string): MediaStorage {
  const root = uploadsFolder(dataDir);
  const incoming = incomingFolder(dataDir);
  // A disk that is slow to write must not tie up all file-system threads.
  const syncing = createConcurrencyLimit({ concurrency: 1, waiting: 1_000 });
  return {
    incoming,
    async put(key, { path }) {
      await syncing(() => sync(path));
      await rename(path, join(root, key));
      await syncing(() => sync(root));
      return `/uploads/${key}`;
    },
    remove: (key) => rm(join(root, key), { force: true }),
  };
}

/** Makes sure written data is on the disk, not just on its way there. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes incoming files that dead processes left behind. */
export async function removeLeftovers(incoming: string, now: Date): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const facts = await stat(path).catch(() => null);
    if (facts && facts.mtimeMs < now.getTime() - LEFTOVER_MS) await rm(path, { force: true });
  }
}
