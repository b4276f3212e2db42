import pg from "pg";
import { BackupError } from "./error.ts";
import { completeBackups, type Manifest, readManifest } from "./manifest.ts";
import type { Store } from "./store/store.ts";

/** Whose books a database has, and by which schema. */
export type Facts = Pick<Manifest, "platform" | "schema" | "postgres">;

/** @throws BackupError if it isn't a platform's database */
export async function readFacts(client: pg.Client | pg.ClientBase): Promise<Facts> {
  const { rows: tables } = await client.query(
    "select from pg_tables where tablename in ('kysely_migration', 'chain_state')",
  );
  if (tables.length < 2) throw new BackupError("The database isn't a platform's: it has no migrations.");
  const { rows } = await client.query<{ genesis: string | null; hot: string | null; system: string; major: string }>(`
    select genesis_hash as genesis, hot_address as hot, (select system_identifier::text from pg_control_system()) as system,
      current_setting('server_version_num')::int / 10000 || '' as major
    from chain_state`);
  const [row] = rows;
  if (!row) throw new BackupError("The database isn't a platform's: it has no chain.");
  const { rows: schema } = await client.query<{ name: string }>("select name from kysely_migration order by name");
  return {
    platform: { genesisHash: row.genesis, hotWallet: row.hot, system: row.system },
    postgres: row.major,
    schema: schema.map(({ name }) => name),
  };
}

/** Whether a database says whose books it has. */
export async function hasIdentity(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query("select from pg_tables where tablename = 'chain_state'");
    if (tables.length === 0) return false;
    const { rows } = await client.query("select from chain_state where hot_address is not null");
    return rows.length > 0;
  });
}

/** @throws BackupError if the store has backups of another platform */
export async function requireSamePlatform(store: Store, { platform }: Pick<Facts, "platform">): Promise<void> {
  for (const kind of ["base", "logical"] as const) {
    const id = completeBackups(await store.list(`${kind}/`), kind).at(-1);
    const there = id && (await readManifest(store, null, { kind, id })).platform;
    if (!there || isSame(there.hotWallet, platform.hotWallet)) continue;
    throw new BackupError(`${store.location} has backups of another platform, whose wallet is ${there.hotWallet}.`);
  }
}

/** Before its chain was first seen, a platform's identity isn't known. */
const isSame = (one: string | null, other: string | null) => one === null || other === null || one === other;

/** Runs work on its own connection, as the owner. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "bbux-backup" });
  // A connection that is lost fails the statement under way.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
