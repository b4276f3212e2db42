import { PARAMETER_NAMES, type Parameters } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";

/** What was in force just before an instant: for what is reckoned later and must not feel what was changed since. */
export async function parametersAsOf(db: Database, defaults: Parameters, before: Date): Promise<Parameters> {
  const { rows } = await sql<{ name: string; value: string }>`
    select distinct on (name) name, value::text from parameter_changes where created_at < ${before}
     order by name, id desc`.execute(db);
  const known = new Set<string>(PARAMETER_NAMES);
  const values = rows.filter(({ name }) => known.has(name)).map(({ name, value }) => [name, BigInt(value)]);
  return { ...defaults, ...Object.fromEntries(values) };
}
