import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { readFacts, requireSamePlatform, withClient } from "../facts.ts";
import { idOf, type LogicalManifest, writeManifest } from "../manifest.ts";
import type { Source } from "../physical/backup.ts";
import { type Sealing, seal } from "../seal.ts";
import { writePieces } from "../store/objects.ts";
import type { Store } from "../store/store.ts";
import { shipUploads } from "../uploads.ts";

/**
 * Copies every table of the platform as text, and the sequences, as they were at one moment. Works with any PostgreSQL, and can be
 * restored into any newer one. Queued jobs aren't part of it.
 * @throws BackupError
 */
export async function backupLogically(store: Store, sealing: Sealing, source: Source): Promise<LogicalManifest> {
  const startedAt = new Date();
  const id = idOf(startedAt);
  const copied = await withClient(source.url, async (client) => {
    await client.query("begin isolation level repeatable read read only");
    const facts = await readFacts(client);
    await requireSamePlatform(store, facts);
    const tables: LogicalManifest["tables"] = [];
    for (const { name, columns } of await tablesOf(client)) {
      const rows = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(", ")}) to stdout`));
      const files = await writePieces(store, `logical/${id}/${name}`, await seal(rows, sealing));
      tables.push({ name, columns, files });
    }
    const sequences = await sequencesOf(client);
    await client.query("commit");
    return { facts, tables, sequences };
  });
  const uploads = source.uploads === null ? [] : await shipUploads(store, sealing, source.uploads);
  const content: LogicalManifest = {
    format: 1,
    kind: "logical",
    id,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    ...copied.facts,
    encrypted: sealing.recipient !== null,
    uploads,
    tables: copied.tables,
    sequences: copied.sequences,
  };
  await writeManifest(store, sealing, content);
  return content;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The platform's tables, with the columns that aren't computed. */
async function tablesOf(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    group by c.relname order by c.relname`);
  return rows;
}

/** Sequences aren't part of a snapshot, so they are read after the tables: never behind them. */
async function sequencesOf(client: pg.Client): Promise<LogicalManifest["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname",
  );
  const sequences: LogicalManifest["sequences"] = [];
  for (const { name } of rows) {
    const read = `select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`;
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(read);
    if (values[0]) sequences.push({ name, ...values[0] });
  }
  return sequences;
}
