/** @module-tag proof */

import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@bbux/backup";
import { connect, migrate } from "@bbux/db";
import { createTestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BackupProgress, declareBackup } from "../backups/figures.ts";
import { startBackedUp } from "../backups/start.ts";
import { readEnv } from "../env.ts";
import { watchBackupAge } from "../jobs/backup.ts";

const scratch = mkdtempSync(join(tmpdir(), "bbux-archiver-"));
const place = join(scratch, "place");
const env = readEnv({ DATA_DIR: join(scratch, "data"), BACKUP_TO: place });
beforeAll(() => chmodSync(scratch, 0o711));
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 }));

const stored = async (prefix: string) => (await openStore(place, null).list(prefix)).map(({ name }) => name);

/** The metrics of the backup, as a scrape finds them at a time. */
async function figures(now = new Date()): Promise<Record<string, number>> {
  const registry = new Registry();
  await declareBackup(registry, env, () => now)();
  const read = await registry.getMetricsAsJSON();
  return Object.fromEntries(read.map(({ name, values }) => [name, values[0]?.value ?? 0]));
}

it("With BACKUP_TO, the built-in database is backed up continuously; one warning says that the store is away, what was missed follows, and the last log is shipped on shutdown", async () => {
  expect((await figures()).bbux_backup_age_seconds).toBeNaN();

  const errors: string[] = [];
  const log = { error: (_: object, message: string) => errors.push(message) };
  const running = await startBackedUp(env, { ...quiet, log });
  // As at the first start: the database isn't a platform's yet.
  await migrate(running.url);
  const db = connect({ url: running.url, as: "owner", max: 1 });
  await sql`update chain_state set hot_address = 'HOT'`.execute(db);
  const isBackedUp = async () => (await stored("base/")).some((name) => name.endsWith("/manifest.json"));
  await expect.poll(isBackedUp).toBe(true);
  await expect.poll(async () => (await figures()).bbux_backup_age_seconds).toBeLessThan(600);

  const away = `${place}-away`;
  renameSync(place, away);
  writeFileSync(place, "not a directory");
  await sql`insert into tags (name) values ('unreachable')`.execute(db);
  const { rows } = await sql<{ file: string }>`select pg_walfile_name(pg_switch_wal()) as file`.execute(db);
  await expect.poll(() => errors.filter((line) => line.startsWith("The backup is behind: ")).length).toBe(1);
  await expect.poll(() => readdirSync(join(env.DATA_DIR, "postgres", "outgoing"))).toContain(rows[0]?.file);
  const inAnHour = new Date(Date.now() + 3_600_000);
  expect((await figures(inAnHour)).bbux_backup_behind_seconds).toBeGreaterThan(3_000);

  rmSync(place);
  renameSync(away, place);
  const hasIt = async () => (await stored("wal/")).some((name) => name.includes(rows[0]?.file ?? "none"));
  await expect.poll(hasIt).toBe(true);
  await sql`insert into tags (name) values ('last')`.execute(db);
  const last = await sql<{ file: string }>`select pg_walfile_name(pg_current_wal_lsn()) as file`.execute(db);
  await db.destroy();
  await running.stop();
  expect((await stored("wal/")).join()).toContain(last.rows[0]?.file);
  expect((await figures(inAnHour)).bbux_backup_behind_seconds).toBe(0);
  expect(errors).toHaveLength(1);
});

it("A backup that is later than its plan is an alert, until it has caught up; of one that others keep nothing is said", async () => {
  const { db, drop } = await createTestDatabase({ max: 1 });
  const now = new Date("2026-11-23T12:00:00Z");
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const look = async (progress: BackupProgress | null) => {
    await watchBackupAge({ db, now: () => now, backup: async () => progress });
    const open = db
      .selectFrom("alerts")
      .select("detail")
      .where("kind", "=", "backup_late")
      .where("closed_at", "is", null);
    return (await open.execute()).map(({ detail }) => detail);
  };
  expect(await look({ latest: ago(99_000_000), behindMs: 590_000 })).toEqual([]);
  expect(await look({ latest: null, behindMs: 0 })).toEqual([]);
  expect(await look({ latest: ago(101_000_000), behindMs: 0 })).toEqual([
    "The latest base backup was made 2026-11-22T07:56:40.000Z",
  ]);
  const behind = "There is no base backup yet, and log has waited for 11 minutes";
  expect(await look({ latest: null, behindMs: 660_000 })).toEqual([behind]);
  expect(await look(null)).toEqual([behind]);
  expect(await look({ latest: ago(1_000), behindMs: 0 })).toEqual([]);
  await drop();
});

const quiet = { say: () => undefined, onLost: () => undefined };
