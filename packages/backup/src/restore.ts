import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { finishInstall, hasCluster, isInstalling, openStaging } from "@bbux/db/embedded/recover";
import type pg from "pg";
import { BackupError } from "./error.ts";
import { type Facts, readFacts, withClient } from "./facts.ts";
import { loadLogically } from "./logical/load.ts";
import { completeBackups, type Manifest, readManifest, requirePieces } from "./manifest.ts";
import { chooseBase, fetchBase, recoverTo } from "./physical/restore.ts";
import type { Sealing } from "./seal.ts";
import type { Store } from "./store/store.ts";
import { fetchUploads } from "./uploads.ts";

/** The migration since which moderators remove files. */
const TAKEDOWNS = "140_takedowns";

export interface RestoreOptions {
  readonly dataDir: string;
  readonly form: "physical" | "logical";
  /** A moment between the backup and the end of the archive; null for its newest state. */
  readonly toTime: Date | null;
  /** Whether to replay the log that was archived since the backup. */
  readonly archive: boolean;
  /** The backup's id; null for the newest that fits. */
  readonly id: string | null;
  /** Whether what is in the data directory may be put aside. Nothing is ever removed. */
  readonly mayMoveAside: boolean;
  /** The migrations that this release knows. */
  readonly migrations: readonly string[];
  /** The platform that this machine's wallet secret belongs to; null if there is none here. */
  readonly hotWallet: string | null;
  readonly log: (line: string) => void;
  /** Where tests end the process: after each move that puts what was restored in its place. */
  readonly failpoint?: (point: "restore.moved") => void;
}

export interface Restored {
  readonly manifest: Manifest;
  /** The database's schema and identity after the recovery. */
  readonly facts: Facts;
  readonly uploads: number;
  /** Where what was in the data directory is now. */
  readonly aside: readonly string[];
}

/**
 * Restores a backup into a data directory. Everything is fetched, verified and replayed next to what is there; only then is it put
 * in its place. A failure before that leaves everything as it was.
 * @throws BackupError
 */
export async function restore(store: Store, sealing: Sealing, options: RestoreOptions): Promise<Restored> {
  const { dataDir, toTime, log } = options;
  if (finishInstall(dataDir)) log("Finished an earlier restore that was interrupted");
  const uploads = join(dataDir, "uploads");
  const isOccupied = hasCluster(dataDir) || hasFiles(uploads);
  if (isOccupied && !options.mayMoveAside)
    throw new BackupError(
      `${dataDir} isn't empty: it has a database or uploads. --move-aside keeps them under another name.`,
    );
  const manifest = await choose(store, sealing, options);
  requireOurs(manifest, options);
  requireKnownSchema(manifest.schema, options);

  const staging = await openStaging(dataDir);
  const stagedUploads = join(dataDir, `uploads.restoring-${process.pid}-${randomBytes(3).toString("hex")}`);
  try {
    log(`Fetching the backup of ${manifest.finishedAt}`);
    const fetched = await fetchUploads(store, sealing, manifest.uploads, stagedUploads);
    let facts: Facts = manifest;
    const check = async (url: string) => {
      facts = await withClient(url, readFacts);
      requireOurs(facts, options);
      requireKnownSchema(facts.schema, options);
      if (facts.schema.includes(TAKEDOWNS)) await withClient(url, forgetErasures);
    };
    if (manifest.kind === "base") {
      await fetchBase(store, sealing, manifest, { ...staging, archive: options.archive });
      log(toTime ? `Replaying the log up to ${toTime.toISOString()}` : "Replaying the log");
      await recoverTo(staging, toTime, check);
    } else {
      await staging.initialize(async (url) => {
        await loadLogically(store, sealing, manifest, url);
        await check(url);
      });
    }
    const suffix = `before-${new Date().toISOString().replaceAll(/[-:.]/g, "")}`;
    if (!hasFiles(uploads)) rmSync(uploads, { recursive: true, force: true });
    const asideUploads = existsSync(uploads) ? `${uploads}.${suffix}` : null;
    const moves = [
      ...(asideUploads === null ? [] : [{ from: uploads, to: asideUploads }]),
      { from: stagedUploads, to: uploads },
    ];
    const aside = [await staging.install(suffix, moves, () => options.failpoint?.("restore.moved")), asideUploads];
    return { manifest, facts, uploads: fetched, aside: aside.filter((path) => path !== null) };
  } finally {
    // What was begun to be put in its place is needed to finish that.
    if (!isInstalling(dataDir)) {
      staging.remove();
      rmSync(stagedUploads, { recursive: true, force: true });
    }
  }
}

/** Has the platform delete again what moderators removed: the files are back if they were in the place of the backups. */
async function forgetErasures(client: pg.Client): Promise<void> {
  await client.query("update uploads set erased_at = null where erased_at is not null");
}

async function choose(store: Store, sealing: Sealing, { form, toTime, id }: RestoreOptions): Promise<Manifest> {
  const objects = await store.list("");
  if (form === "physical") return chooseBase(store, sealing, objects, { toTime, id });
  if (toTime !== null) throw new BackupError("A logical backup has one moment only: leave out --to-time.");
  const chosen = completeBackups(objects, "logical").findLast((each) => id === null || each === id);
  if (chosen === undefined) throw new BackupError(`${store.location} has no complete logical backup.`);
  const manifest = await readManifest(store, sealing, { kind: "logical", id: chosen });
  if (manifest.kind === "logical")
    requirePieces(
      objects,
      manifest.tables.flatMap(({ files }) => files),
    );
  return manifest;
}

/** Whether a folder has anything but files on their way. */
function hasFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => !name.startsWith("."));
}

/** @throws BackupError if the books are those of another platform than this machine's */
function requireOurs({ platform }: Pick<Manifest, "platform">, { hotWallet }: RestoreOptions): void {
  if (hotWallet === null || platform.hotWallet === null || platform.hotWallet === hotWallet) return;
  throw new BackupError(
    `This is the backup of another platform: its wallet is ${platform.hotWallet}, and this one's is ${hotWallet}. Nothing was changed.`,
  );
}

/** @throws BackupError if the schema is newer than this release */
function requireKnownSchema(schema: readonly string[], { migrations }: RestoreOptions): void {
  const unknown = schema.find((name) => !migrations.includes(name));
  if (unknown === undefined) return;
  throw new BackupError(
    `The backup was made by a newer BBUX (its database has ${unknown}): restore it with that version. Nothing was changed.`,
  );
}
