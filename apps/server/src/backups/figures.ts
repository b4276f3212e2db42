import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitingMs } from "@bbux/backup";
import { Gauge, type Registry } from "prom-client";
import { z } from "zod";
import type { Env } from "../env.ts";
import { outgoing } from "./open.ts";

const recorded = z.object({ finishedAt: z.iso.datetime() });
const fileOf = (dataDir: string) => join(dataDir, "backup.json");

/** Notes when the latest base backup was finished, for the metrics. */
export function recordBackup({ DATA_DIR }: Pick<Env, "DATA_DIR">, finishedAt: string): void {
  writeFileSync(fileOf(DATA_DIR), `${JSON.stringify({ finishedAt })}\n`);
}

/** Declares the metrics of the backup. @returns a function that reads them, to call before each scrape */
export function declareBackup(registry: Registry, env: Env, now: () => Date): () => Promise<void> {
  const registers = [registry];
  const behind = new Gauge({
    name: "bbux_backup_behind_seconds",
    help: "Since the oldest log was finished that the backup doesn't have yet, NaN without BACKUP_TO",
    registers,
  });
  const age = new Gauge({
    name: "bbux_backup_age_seconds",
    help: "Since the latest base backup was finished, NaN before the first",
    registers,
  });
  return async () => {
    const progress = await backupProgress(env, now());
    behind.set(progress ? progress.behindMs / 1_000 : Number.NaN);
    const latest = readRecorded(env.DATA_DIR);
    age.set(latest ? (now().getTime() - latest.getTime()) / 1_000 : Number.NaN);
  };
}

/** How far the continuous backup has come. */
export interface BackupProgress {
  /** When the latest base backup was finished; null before the first. */
  readonly latest: Date | null;
  /** Since the oldest log was finished that the backup doesn't have yet. */
  readonly behindMs: number;
}

/** @returns null if this process doesn't keep a backup */
export async function backupProgress(env: Env, now: Date): Promise<BackupProgress | null> {
  if (env.BACKUP_TO === undefined || env.DATABASE_URL !== undefined) return null;
  return { latest: readRecorded(env.DATA_DIR), behindMs: await waitingMs(outgoing(env), now) };
}

function readRecorded(dataDir: string): Date | null {
  const file = fileOf(dataDir);
  try {
    return existsSync(file) ? new Date(recorded.parse(JSON.parse(readFileSync(file, "utf8"))).finishedAt) : null;
  } catch {
    return null;
  }
}
