import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { COUNTERS, type CounterGroup, sides, wrongRows } from "./counters.sql.ts";
import { TOTALS, type Total, wrongTotals } from "./totals.sql.ts";

/** Rows that are locked at a time. Each batch reads the votes once. */
const BATCH = 20_000;

/**
 * Sets every wrong counter to what its rows say, beside a running platform too: rows are locked by ascending id, a batch
 * at a time, and counted again under the lock, since whoever votes or answers adds to the row they hold. Works as the
 * owner of the database, because the app may not write all of these.
 * @returns how many rows were set right
 */
export async function fixCounters(db: Database): Promise<number> {
  let fixed = 0;
  for (const group of COUNTERS) {
    const ids = await wrongIds(db, group);
    for (let i = 0; i < ids.length; i += BATCH) fixed += await fixRows(db, group, ids.slice(i, i + BATCH));
  }
  for (const total of TOTALS) fixed += await fixTotal(db, total);
  return fixed;
}

async function wrongIds(db: Database, group: CounterGroup): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select t.id ${wrongRows(group)} order by t.id`.execute(db);
  return rows.map((row) => row.id);
}

async function fixRows(db: Database, group: CounterGroup, ids: readonly string[]): Promise<number> {
  const table = sql.table(group.table);
  const { stored, counted } = sides(group);
  const values = sql.join(
    Object.entries(group.columns).map(
      ([name, nothing]) => sql`${sql.ref(name)} = coalesce(c.${sql.ref(name)}, ${sql.lit(nothing)})`,
    ),
  );
  return db.transaction().execute(async (trx) => {
    await sql`select from ${table} where id = any(${ids}::bigint[]) order by id for no key update`.execute(trx);
    // A statement of its own, whose snapshot comes after the locks.
    const { numAffectedRows } = await sql`
      update ${table} t set ${values}
      from unnest(${ids}::bigint[]) as w (id)
      left join (${group.counted((column) => sql`${sql.ref(column)} in (select unnest(${ids}::bigint[]))`)}) as c on c.id = w.id
      where t.id = w.id and row(${stored}) is distinct from row(${counted})`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}

/** Whoever writes meanwhile waits for the lock and then adds their own. */
async function fixTotal(db: Database, total: Total): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(total.table)} in exclusive mode`.execute(trx);
    const { numAffectedRows } = await sql`with wrong as (${wrongTotals(total)}) ${total.mend}`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}
