import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { add, type Counts } from "./context.ts";
import { distinct } from "./import-map.ts";

/** Muted tones that are readable in both themes; the tag's name picks one. */
const COLORS = ["#2f6f6a", "#3d6b99", "#7a5c9e", "#9a5b3f", "#5b7a3a", "#8a4f6d", "#4f6d7a", "#86702c"];

function colorOf(name: string): string {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return COLORS[sum % COLORS.length] ?? "#5f6f6a";
}

/** Tag names of a question: `<a><b>` in older dumps, `|a|b|` in newer ones. */
export function parseTags(value: string | undefined): string[] {
  const names = (value ?? "").split(/[<>|]+/).filter((name) => name !== "" && name.length <= 64);
  return distinct(names, (name) => name.toLowerCase());
}

/**
 * Ids of tags by their lowercase names. Missing tags are created: a platform may have some already, and questions may use tags
 * that the dump's list lacks.
 */
export async function tagIds(db: Database, names: readonly string[], counts: Counts): Promise<Map<string, string>> {
  const wanted = distinct(names, (name) => name.toLowerCase()).sort();
  if (wanted.length === 0) return new Map();
  const rows = wanted.map((name) => ({ name, color: colorOf(name) }));
  const created = await sql`
    insert into tags (name, color)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (name text, color text)
    where not exists (select from tags t where lower(t.name) = lower(r.name))
    on conflict do nothing
  `.execute(db);
  add(counts.imported, "tags", Number(created.numAffectedRows ?? 0));
  const found = await sql<{ name: string; id: string }>`
    select lower(name) as name, id from tags where lower(name) = any(${wanted.map((name) => name.toLowerCase())}::text[])
  `.execute(db);
  return new Map(found.rows.map((row) => [row.name, row.id]));
}
