import { pipeline } from "node:stream/promises";
import { migrate } from "@bbux/db";
import { from as copyFrom } from "pg-copy-streams";
import { BackupError } from "../error.ts";
import { withClient } from "../facts.ts";
import type { LogicalManifest } from "../manifest.ts";
import { asDamage, type Sealing, unseal } from "../seal.ts";
import { readPieces } from "../store/objects.ts";
import type { Store } from "../store/store.ts";
import { quoted } from "./backup.ts";

/**
 * Loads a logical backup into an empty database: the schema as it was then, the rows as they were, without triggers, because they
 * would count everything twice. Later migrations run at the next start.
 * @param url of a superuser
 * @throws BackupError if a piece is damaged
 */
export async function loadLogically(
  store: Store,
  sealing: Sealing,
  manifest: LogicalManifest,
  url: string,
): Promise<void> {
  const last = manifest.schema.at(-1);
  await migrate(url, { last });
  await withClient(url, async (client) => {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    // What migrations have inserted comes with the rows.
    const names = rows.map(({ name }) => name);
    const unknown = manifest.tables.find(({ name }) => !names.includes(name));
    if (unknown) throw new BackupError(`The backup has a table that its schema doesn't: ${unknown.name}.`);
    await client.query(`truncate ${names.map(quoted).join(", ")}`);
    for (const { name, columns, files } of manifest.tables) {
      try {
        const rows = await unseal(readPieces(store, files), sealing);
        await pipeline(
          rows,
          client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(", ")}) from stdin`)),
        );
      } catch (error) {
        throw asDamage(error, `The table ${name}`);
      }
    }
    for (const { name, value, isCalled } of manifest.sequences)
      await client.query("select setval($1::regclass, $2, $3)", [quoted(name), value, isCalled]);
    await client.query("commit");
    await client.query("analyze");
  });
}
