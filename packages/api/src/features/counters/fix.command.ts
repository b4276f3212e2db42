import type { Database } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";
import { COUNTERS, type CounterGroup, wrongRows } from "./counters.sql.ts";
import { TOTALS, type Total, wrongTotals } from "./totals.sql.ts";

/** Rows that are locked at a time. */
const BATCH = 1_000;

/**
 * Sets every wrong counter to what its rows say, beside a running platform too. By how much a counter is wrong is found
 * in one statement, which sees each vote with its counting or not at all; so it stays true whatever is voted on
 * meanwhile, and is added under short locks, by ascending id. Works as the owner of the database, because the app may
 * not write all of these.
 * @returns how many rows were set right
 */
export async function fixCounters(db: Database): Promise<number> {
  return db.connection().execute(async (connection) => {
    // Two at once would both add what is missing.
    await sql`select pg_advisory_lock(hashtext('bbux fix counters'))`.execute(connection);
    try {
      let fixed = 0;
      for (const group of COUNTERS) fixed += await fixGroup(connection, group);
      for (const total of TOTALS) fixed += await fixTotal(connection, total);
      return fixed;
    } finally {
      await sql`select pg_advisory_unlock(hashtext('bbux fix counters'))`.execute(connection);
    }
  });
}

async function fixGroup(db: Database, group: CounterGroup): Promise<number> {
  const missing = sql.join(
    Object.entries(group.columns).map(
      ([name, nothing]) =>
        sql`coalesce(c.${sql.ref(name)}, ${sql.lit(nothing)}) - t.${sql.ref(name)} as ${sql.ref(name)}`,
    ),
  );
  await sql`create temp table wrong_counters as select t.id, ${missing} ${wrongRows(group)}`.execute(db);
  try {
    await sql`create index on wrong_counters (id)`.execute(db);
    let fixed = 0;
    for (let after = "0"; ; ) {
      const { rows } = await sql<{ id: string }>`
        select id from wrong_counters where id > ${after}::bigint order by id limit ${BATCH}`.execute(db);
      if (rows.length === 0) return fixed;
      const ids = rows.map(({ id }) => id);
      fixed += await fixRows(db, group, ids);
      after = ids.at(-1) ?? after;
    }
  } finally {
    await sql`drop table wrong_counters`.execute(db);
  }
}

async function fixRows(db: Database, group: CounterGroup, ids: readonly string[]): Promise<number> {
  const table = sql.table(group.table);
  return db.transaction().execute(async (trx) => {
    await sql`select from ${table} where id = any(${ids}::bigint[]) order by id for no key update`.execute(trx);
    const { numAffectedRows } = await (group.isSet ? recount(group, ids) : addMissing(group, ids)).execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}

function addMissing(group: CounterGroup, ids: readonly string[]): RawBuilder<unknown> {
  const values = Object.keys(group.columns).map((name) => {
    const column = sql.ref(name);
    return sql`${column} = t.${column} + w.${column}`;
  });
  return sql`
    update ${sql.table(group.table)} t set ${sql.join(values)} from wrong_counters w
    where t.id = w.id and w.id = any(${ids}::bigint[])`;
}

/** What is set and not added to is counted again under the lock. */
function recount(group: CounterGroup, ids: readonly string[]): RawBuilder<unknown> {
  const values = Object.entries(group.columns).map(
    ([name, nothing]) => sql`${sql.ref(name)} = coalesce(c.${sql.ref(name)}, ${sql.lit(nothing)})`,
  );
  return sql`
    update ${sql.table(group.table)} t set ${sql.join(values)}
    from unnest(${ids}::bigint[]) as w (id)
    left join (${group.counted((column) => sql`${sql.ref(column)} = any(${ids}::bigint[])`)}) as c on c.id = w.id
    where t.id = w.id`;
}

/** Whoever writes meanwhile waits for the lock and then adds their own. */
async function fixTotal(db: Database, total: Total): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(total.table)} in exclusive mode`.execute(trx);
    const { numAffectedRows } = await sql`with wrong as (${wrongTotals(total)}) ${total.mend}`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}
