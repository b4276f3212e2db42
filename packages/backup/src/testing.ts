import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, migrationNames } from "@bbux/db";
import { type EmbeddedPostgres, outgoingOf, startEmbedded } from "@bbux/db/embedded";
import { Encrypter, generateX25519Identity } from "age-encryption";
import { withClient } from "./facts.ts";
import { readPosition } from "./physical/due.ts";
import { shipWal } from "./physical/ship-wal.ts";
import { type Restored, type RestoreOptions, restore } from "./restore.ts";
import type { Sealing } from "./seal.ts";
import type { Store } from "./store/store.ts";

/** An embedded PostgreSQL with a platform's schema and some uploads, for tests of backups. */
export interface TestPlatform {
  readonly dataDir: string;
  readonly url: string;
  readonly uploads: string;
  query<T extends object>(text: string): Promise<T[]>;
  /** A whole millisecond that is over by the database's clock, and after everything that was committed. */
  now(): Promise<Date>;
  /** Has the log archived up to now. */
  archive(store: Store, sealing: Sealing): Promise<void>;
  stop(): Promise<void>;
}

/** A directory that the database's user can enter. */
export function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), "bbux-backup-"));
  chmodSync(dir, 0o711);
  return dir;
}

export async function startPlatform(
  hotWallet: string,
  options: { readonly dataDir?: string; readonly schema?: string } = {},
): Promise<TestPlatform> {
  const dataDir = options.dataDir ?? scratch();
  const embedded: EmbeddedPostgres = await startEmbedded({ dataDir, archive: true });
  await migrate(embedded.url, { last: options.schema });
  await run(embedded.url, `update chain_state set genesis_hash = 'genesis', hot_address = '${hotWallet}'`);
  const uploads = join(dataDir, "uploads");
  mkdirSync(join(uploads, ".incoming"), { recursive: true });
  return {
    dataDir,
    url: embedded.url,
    uploads,
    query: (text) => run(embedded.url, text),
    async now() {
      const next = "select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as now";
      const [row] = await run<{ now: Date }>(embedded.url, next);
      await run(embedded.url, "select pg_sleep(0.003)");
      return row?.now ?? new Date();
    },
    async archive(store, sealing) {
      const [row] = await run<{ file: string }>(
        embedded.url,
        "select pg_walfile_name(pg_switch_wal()) as file from pg_logical_emit_message(true, 'test', 'end')",
      );
      const { system } = await readPosition(embedded.url);
      // On one connection, because authenticating costs more than everything else here.
      await withClient(embedded.url, async (client) => {
        const archived = "select last_archived_wal as file, pg_sleep(0.02) from pg_stat_archiver";
        for (let last = ""; last < (row?.file ?? ""); )
          last = (await client.query<{ file: string | null }>(archived)).rows[0]?.file ?? "";
      });
      await shipWal(store, sealing, { folder: outgoingOf(dataDir), system });
    },
    async stop() {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function upload(platform: TestPlatform, name: string, content: string): void {
  writeFileSync(join(platform.uploads, name), content);
}

/** Restores into a data directory as the command does, and answers what is in the result. */
export async function restoreInto(
  dataDir: string,
  store: Store,
  sealing: Sealing,
  options: Partial<RestoreOptions> = {},
): Promise<Restored> {
  return restore(store, sealing, {
    dataDir,
    form: "physical",
    toTime: null,
    id: null,
    archive: true,
    mayMoveAside: false,
    migrations: migrationNames,
    hotWallet: "HOT",
    log: () => undefined,
    ...options,
  });
}

/**
 * Gives a store a key that its passphrase opens in a moment. `openSealing` stretches it for seconds, as `money.restore` shows.
 */
export async function protect(store: Store, passphrase: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(4);
  encrypter.setPassphrase(passphrase);
  await store.put("key.age", Buffer.from(await encrypter.encrypt(await generateX25519Identity())));
}

/** Starts the restored database, asks it, and stops it. */
export async function ask<T extends object>(dataDir: string, text: string): Promise<T[]> {
  const embedded = await startEmbedded({ dataDir });
  try {
    return await run<T>(embedded.url, text);
  } finally {
    await embedded.stop();
  }
}

function run<T extends object>(url: string, text: string): Promise<T[]> {
  return withClient(url, async (client) => (await client.query<T>(text)).rows);
}
