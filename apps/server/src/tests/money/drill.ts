import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "@bbux/backup";
import { connect, type Database, migrate } from "@bbux/db";
import { findRunning, startEmbedded } from "@bbux/db/embedded";
import type { TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import { expect } from "vitest";

const CLI = join(import.meta.dirname, "../../../../cli/src/main.ts");

/** The built-in PostgreSQL of a data directory, where it is backed up to, and what destroys it. */
export class Drill {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly #place: string;

  constructor(scratch: string) {
    [this.dataDir, this.#place] = [join(scratch, "data"), join(scratch, "backups")];
    this.env = { DATA_DIR: this.dataDir, BACKUP_TO: this.#place, BACKUP_PASSPHRASE: "a passphrase for the drill" };
  }

  /** The database of a platform that isn't running; `drop` stops it. */
  async alone(): Promise<TestDatabase> {
    const embedded = await startEmbedded({ dataDir: this.dataDir, archive: true });
    await migrate(embedded.url);
    return open(embedded.url, () => embedded.stop());
  }

  /** The database of the running server. */
  running(): TestDatabase {
    const url = findRunning(this.dataDir);
    if (!url) throw new Error("The built-in PostgreSQL doesn't run");
    return open(url, async () => undefined);
  }

  /** Waits for a backup that was finished by now. @returns the first moment that can be restored, by the database's clock */
  async backedUp(db: Database): Promise<Date> {
    const store = openStore(this.#place, null);
    const isDone = async () => (await store.list("base/")).some(({ name }) => name.endsWith("/manifest.json"));
    await expect.poll(isDone, { timeout: 120_000, interval: 200 }).toBe(true);
    return clock(db);
  }

  /** Waits until what is committed by now is in the archive. @returns the last moment that can be restored */
  async archived(db: Database): Promise<Date> {
    const now = await clock(db);
    // Something has to be committed after a moment for it to be found in the log.
    await sql`select pg_logical_emit_message(true, 'drill', 'archived')`.execute(db);
    const { rows } = await sql<{ file: string }>`select pg_walfile_name(pg_switch_wal()) as file`.execute(db);
    const store = openStore(this.#place, null);
    const isThere = async () => (await store.list("wal/")).some(({ name }) => name.includes(rows[0]?.file ?? "none"));
    await expect.poll(isThere, { timeout: 120_000, interval: 200 }).toBe(true);
    return now;
  }

  /** Like a disk that is lost: PostgreSQL dies, and its files are gone. */
  async destroy(): Promise<void> {
    const home = join(this.dataDir, "postgres");
    const pid = Number.parseInt(readFileSync(join(home, "cluster", "postmaster.pid"), "utf8"), 10);
    process.kill(pid, "SIGKILL");
    // Its children notice that it's gone, and may still write.
    for (let tries = 0; ; tries++) {
      try {
        return rmSync(home, { recursive: true });
      } catch (error) {
        if (tries === 50) throw error;
        await sleep(100);
      }
    }
  }

  /** Restores as an operator does. */
  restore(moment: Date, env: Readonly<Record<string, string>>): Promise<string> {
    return this.command(["restore", this.#place, "--to-time", moment.toISOString()], env);
  }

  /** Runs an operator's command. @throws with its output if it fails */
  async command(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", CLI, ...args], {
      env: { ...env, ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}:\n${out}\n${err}`);
    return out;
  }
}

/** A whole millisecond that is over. */
async function clock(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as now`.execute(db);
  await sql`select pg_sleep(0.003)`.execute(db);
  return rows[0]?.now ?? new Date();
}

function open(url: string, end: () => Promise<void>): TestDatabase {
  const db = connect({ url, max: 10 });
  const jobsDb = connect({ url, as: "jobs", max: 4 });
  const ownerDb = connect({ url, as: "owner", max: 4 });
  return {
    url,
    db,
    jobsDb,
    ownerDb,
    async drop() {
      await Promise.all([db.destroy(), jobsDb.destroy(), ownerDb.destroy()]);
      await end();
    },
  };
}
