import { type Database, type Lease, pagesById, withLease } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";
import { COUNTERS, type CounterGroup, wrongRows } from "./counters.sql.ts";
import { TOTALS, type Total, wrongTotals } from "./totals.sql.ts";

/** Rows locked at a time. */
const BATCH = 1_000;

/**
 * Corrects every wrong counter, also while the platform is running. One statement finds the error of each counter; it
 * sees each vote with its count or neither, so the error stays valid whatever is voted on in the meantime. It is added
 * under short locks, by ascending id. Needs the database's owner, because the app may not write all of these, and a session, for
 * a temporary table.
 * @returns how many rows were corrected
 */
export async function fixCounters(db: Database): Promise<number> {
  // Two concurrent runs would both add what is missing.
  return withLease(db, "fix counters", (lease) =>
    db.connection().execute(async (connection) => {
      let fixed = 0;
      for (const group of COUNTERS) fixed += await fixGroup(connection, lease, group);
      for (const total of TOTALS) fixed += await fixTotal(connection, lease, total);
      return fixed;
    }),
  );
}

async function fixGroup(db: Database, lease: Lease, group: CounterGroup): Promise<number> {
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
    for await (const rows of pagesById((after) => wrongAfter(db, after))) {
      const ids = rows.map(({ id }) => id);
      fixed += await fixRows(db, lease, group, ids);
    }
    return fixed;
  } finally {
    await sql`drop table wrong_counters`.execute(db);
  }
}

async function wrongAfter(db: Database, after: string): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from wrong_counters where id > ${after}::bigint order by id limit ${BATCH}`.execute(db);
  return rows;
}

async function fixRows(db: Database, lease: Lease, group: CounterGroup, ids: readonly string[]): Promise<number> {
  const table = sql.table(group.table);
  return lease.write(db, async (trx) => {
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

/** Counters that are set, not incremented, are counted again under the lock. */
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

/** Concurrent writers wait for the lock and then add their own. */
async function fixTotal(db: Database, lease: Lease, total: Total): Promise<number> {
  return lease.write(db, async (trx) => {
    await sql`lock table ${sql.table(total.table)} in exclusive mode`.execute(trx);
    const { numAffectedRows } = await sql`with wrong as (${wrongTotals(total)}) ${total.mend}`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}
