import type { Database } from "@bbux/db";
import { sql } from "kysely";

/**
 * Kinds of rows to remember. `former-member` is identified by name only. `accepted-answer` and `tag-excerpt` point ahead: from
 * a row that comes later to the post or tag that waits for it.
 */
export type MapKind =
  | "user"
  | "former-member"
  | "tag"
  | "tag-excerpt"
  | "question"
  | "answer"
  | "accepted-answer"
  | "comment";

export interface Mapped {
  readonly externalId: string;
  readonly id: string;
  readonly licence?: string;
}

/** Our ids of rows of the dump, by the dump's ids; unknown ones are left out. */
export async function lookUp(
  db: Database,
  source: string,
  kind: MapKind,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map();
  const { rows } = await sql<{ external_id: string; id: string }>`
    select external_id, id from import_map
    where source = ${source} and kind = ${kind} and external_id = any(${[...new Set(externalIds)]}::text[])
  `.execute(db);
  return new Map(rows.map((row) => [row.external_id, row.id]));
}

/** Records the outcome of rows; the first to claim one keeps it. */
export async function remember(db: Database, source: string, kind: MapKind, rows: readonly Mapped[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into import_map (source, kind, external_id, id, licence)
    select ${source}, ${kind}, r.* from json_to_recordset(${JSON.stringify(rows)}::json)
      as r ("externalId" text, id bigint, licence text)
    on conflict do nothing
  `.execute(db);
}

/** Reserves `n` new ids. */
export async function nextIds(db: Database, n: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select nextval('ids') as id from generate_series(1, ${n}::int)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** `values` without those whose key already occurred. */
export function distinct<T>(values: readonly T[], key: (value: T) => string): T[] {
  return [...new Map([...values].reverse().map((value) => [key(value), value])).values()].reverse();
}
