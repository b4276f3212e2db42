import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  backupPhysically,
  hasIdentity,
  isBaseDue,
  prune,
  readPosition,
  shipHistories,
  shipUploads,
  shipWal,
} from "@bbux/backup";
import type { Env } from "../env.ts";
import { recordBackup } from "./figures.ts";
import { openBackups, outgoing, uploadsToBackUp } from "./open.ts";

const SHIP_MS = 1_000;
const UPLOADS_MS = 30_000;
const BASE_MS = 10 * 60_000;
const AGAIN_MS = 15_000;

export interface Archiver {
  /** Ends what is under way. */
  stop(): Promise<void>;
  /** Ships what PostgreSQL left when it stopped. */
  flush(): Promise<void>;
}

/**
 * Keeps the backup of the embedded PostgreSQL up to date: ships its log as it is finished and uploads as they come, and makes a base
 * backup a day, keeping the latest BACKUP_KEEP. A failure is logged and tried again; PostgreSQL keeps what isn't shipped.
 * @throws BackupError if BACKUP_TO can't be opened
 */
export async function startArchiver(
  env: Env,
  location: string,
  { url, log }: { readonly url: string; readonly log: { error(details: object, message: string): void } },
): Promise<Archiver> {
  const { store, sealing } = await openBackups(env, location, true);
  const { system } = await readPosition(url);
  const folder = outgoing(env);
  const archive = { folder, system };
  const uploads = uploadsToBackUp(env);
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Repeats work, which says when it is next, until the end; logs once what is wrong, and again when it has changed. */
  async function repeat(work: () => Promise<number>): Promise<void> {
    let said = "";
    while (!signal.aborted) {
      let nextMs = AGAIN_MS;
      const failed = await work().then(
        (ms) => {
          nextMs = ms;
          return "";
        },
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (signal.aborted) return;
      if (failed !== "" && failed !== said) log.error({ backup: location }, `The backup is behind: ${failed}`);
      said = failed;
      await sleep(nextMs, null, { signal }).catch(() => null);
    }
  }

  async function base(): Promise<number> {
    // A backup says whose it is, which a new platform knows once it has seen its chain.
    if (!(await hasIdentity(url))) return SHIP_MS;
    const waiting = readdirSync(folder);
    if (!(await isBaseDue(store, { url, outgoing: waiting }, new Date()))) return BASE_MS;
    await shipHistories(store, sealing, { folder: join(dirname(folder), "cluster", "pg_wal"), system });
    const { finishedAt } = await backupPhysically(store, sealing, { url, uploads, signal });
    recordBackup(env, finishedAt);
    await prune(store, env.BACKUP_KEEP, new Date());
    return BASE_MS;
  }

  async function ship(): Promise<number> {
    await shipWal(store, sealing, archive);
    return SHIP_MS;
  }

  const loops = [repeat(ship), repeat(base)];
  if (uploads !== null) loops.push(repeat(() => shipUploads(store, sealing, uploads).then(() => UPLOADS_MS)));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
    flush: async () => {
      await shipWal(store, sealing, archive);
    },
  };
}
