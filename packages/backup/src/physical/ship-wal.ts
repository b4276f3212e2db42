import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { BackupError } from "../error.ts";
import { type Sealing, seal } from "../seal.ts";
import { completeStreams, writePieces } from "../store/objects.ts";
import type { Store } from "../store/store.ts";
import { parseWalName, parseWalStream } from "./wal-names.ts";

/** What PostgreSQL has finished and the store doesn't have yet. */
export interface Outgoing {
  readonly folder: string;
  /** The cluster's identifier: each cluster has an archive of its own. */
  readonly system: string;
}

/**
 * Takes what PostgreSQL has put into a folder to the store, in order, and removes it there once it is safe. Several processes may
 * do so at the same time.
 * @returns how many files were new to the store
 * @throws BackupError if the store has another file of the same name: another copy of this platform archives there
 */
export async function shipWal(store: Store, sealing: Sealing, { folder, system }: Outgoing): Promise<number> {
  const names = (await namesIn(folder)).filter((name) => !name.startsWith(".")).sort();
  if (names.length === 0) return 0;
  const archive = { store, sealing, system, known: await knownWal(store, system) };
  let shipped = 0;
  for (const name of names) {
    const path = join(folder, name);
    if (parseWalName(name)) {
      const body = await readFile(path).catch(() => null);
      if (body === null) continue;
      if (await ship(archive, name, body)) shipped += 1;
    }
    await rm(path, { force: true });
  }
  return shipped;
}

/** Stores the histories of timelines, which a recovery leaves in the cluster's own log without handing them over. */
export async function shipHistories(store: Store, sealing: Sealing, { folder, system }: Outgoing): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(".history"));
  if (names.length === 0) return;
  const archive = { store, sealing, system, known: await knownWal(store, system) };
  for (const name of names) await ship(archive, name, await readFile(join(folder, name)));
}

interface Archive {
  readonly store: Store;
  readonly sealing: Sealing;
  readonly system: string;
  readonly known: Map<string, string>;
}

async function ship({ store, sealing, system, known }: Archive, name: string, body: Buffer): Promise<boolean> {
  const sha256 = createHash("sha256").update(body).digest("hex");
  const there = known.get(name);
  if (there === sha256) return false;
  if (there !== undefined)
    throw new BackupError(
      `${store.location} already has another ${name}: another copy of this platform is archiving there. Set BACKUP_TO to another place.`,
    );
  const stream = `wal/${system}/${name}-${sha256}`;
  await writePieces(store, stream, await seal(Readable.from([body], { objectMode: false }), sealing));
  known.set(name, sha256);
  return true;
}

/** The files of a cluster's archive that are complete, with their hashes. */
export async function knownWal(store: Store, system: string): Promise<Map<string, string>> {
  const streams = completeStreams(await store.list(`wal/${system}/`));
  return new Map(
    [...streams.keys()].map((stream) => {
      const { name, sha256 } = parseWalStream(stream);
      return [name, sha256];
    }),
  );
}

/** Milliseconds since the oldest file was put into the folder that the store doesn't have yet; 0 without one. */
export async function waitingMs(folder: string, now: Date): Promise<number> {
  const times = await Promise.all(
    (await namesIn(folder)).map((name) =>
      stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => now.getTime(),
      ),
    ),
  );
  return Math.max(0, now.getTime() - Math.min(now.getTime(), ...times));
}

async function namesIn(folder: string): Promise<string[]> {
  return existsSync(folder) ? readdir(folder) : [];
}
