import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { RecoveryError, type Staging } from "@bbux/db/embedded/recover";
import { unpackTar } from "modern-tar/fs";
import { BackupError } from "../error.ts";
import { completeBackups, type PhysicalManifest, readManifest, requirePieces } from "../manifest.ts";
import { asDamage, type Sealing, unseal } from "../seal.ts";
import { completeStreams, readPieces } from "../store/objects.ts";
import type { Store, StoredObject } from "../store/store.ts";
import { fetchVerified } from "../uploads.ts";
import { findGap, parseWalName, parseWalStream, segmentOf, type WalFile } from "./wal-names.ts";

/**
 * Chooses the newest base backup that was finished by `toTime`.
 * @throws BackupError if there is none
 */
export async function chooseBase(
  store: Store,
  sealing: Sealing,
  objects: readonly StoredObject[],
  { toTime, id }: { readonly toTime: Date | null; readonly id: string | null },
): Promise<PhysicalManifest> {
  const ids = completeBackups(objects, "base").filter((each) => id === null || each === id);
  let earliest: string | null = null;
  for (const each of ids.reverse()) {
    const manifest = await readManifest(store, sealing, { kind: "base", id: each });
    if (manifest.kind !== "base") continue;
    if (toTime === null || new Date(manifest.finishedAt) <= toTime) {
      requirePieces(objects, manifest.files);
      return manifest;
    }
    earliest = manifest.finishedAt;
  }
  if (earliest === null)
    throw new BackupError(`${store.location} has no ${id === null ? "" : "such "}complete backup.`);
  throw new BackupError(`The backups in ${store.location} begin at ${earliest}: nothing earlier can be restored.`);
}

/** Unpacks a base backup and, from the archive, the log that follows it. @throws BackupError if anything is missing or damaged */
export async function fetchBase(
  store: Store,
  sealing: Sealing,
  manifest: PhysicalManifest,
  { cluster, wal, archive }: Pick<Staging, "cluster" | "wal"> & { readonly archive: boolean },
): Promise<void> {
  try {
    const plain = await unseal(readPieces(store, manifest.files), sealing);
    await pipeline(plain, unpackTar(cluster, { fmode: 0o600, dmode: 0o700 }));
  } catch (error) {
    throw asDamage(error, `base/${manifest.id}`);
  }
  if (!archive) return;
  const start = segmentOf(manifest.wal.start);
  const streams = completeStreams(await store.list(`wal/${manifest.platform.system}/`));
  const files: WalFile[] = [];
  const histories = new Map<number, string>();
  for (const [stream, pieces] of streams) {
    const { name, sha256 } = parseWalStream(stream);
    const file = parseWalName(name);
    if (!file || (file.segment !== null && file.segment < start)) continue;
    const path = join(wal, name);
    await fetchVerified(store, sealing, pieces, { path, sha256 });
    files.push(file);
    if (file.segment === null) histories.set(file.timeline, await readFile(path, "utf8"));
  }
  // The backup itself holds the log up to its end.
  const { timeline } = manifest.wal;
  for (let segment = start; segment <= segmentOf(manifest.wal.end); segment++) files.push({ timeline, segment });
  const gap = findGap({ timeline, segment: start, end: manifest.wal.end }, files, histories);
  if (gap === null) return;
  const why =
    gap.kind === "missing"
      ? `lacks a part of the log (segment ${gap.segment}) after the backup of ${manifest.finishedAt}`
      : `goes on with a database that was restored to a moment before the backup of ${manifest.finishedAt} (timeline ${gap.timeline}), so its newest state doesn't contain this backup`;
  throw new BackupError(
    `The archive in ${store.location} ${why}: restore a later backup, or this one alone with --no-archive.`,
  );
}

/** Replays the log. @throws BackupError with what the archive holds, if `toTime` is outside of it */
export async function recoverTo(
  staging: Staging,
  toTime: Date | null,
  work: (url: string) => Promise<void>,
): Promise<void> {
  try {
    await staging.recover(toTime, work);
  } catch (error) {
    if (!(error instanceof RecoveryError)) throw error;
    const { message } = error;
    if (toTime !== null && message.includes("recovery ended before configured recovery target was reached")) {
      const last = /last completed transaction was at log time ([^\n]+)/.exec(message)?.[1];
      const end = last ? `ends with what was committed at ${last}` : "has nothing after the backup";
      throw new BackupError(`The archive ${end}: leave out --to-time to restore its newest state.`);
    }
    throw new BackupError(`PostgreSQL couldn't replay the log of the backup:\n${message}`);
  }
}
