import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { COUNTERS, type CounterGroup, sides, wrongRows } from "./counters.sql.ts";
import { TOTALS, type Total, wrongTotals } from "./totals.sql.ts";

/** A counter that differs from its rows. */
export interface CounterMismatch {
  /** `posts.upvotes`, `tags.post_count`, … */
  readonly counter: string;
  /** Id of the row that holds it; for `post_counts` the status, for `platform_counts` the name. */
  readonly subject: string;
  readonly stored: string;
  readonly counted: string;
}

export interface CounterReport {
  /** The counters that were checked. */
  readonly checked: readonly string[];
  /** How many are wrong in total. */
  readonly total: number;
  /** The first ones by counter and id, at most `limit` per group. */
  readonly mismatches: readonly CounterMismatch[];
}

/**
 * Recounts every counter from its rows: votes, answers, comments, uses of tags, reputation, ratings, and the totals of
 * the platform and of authors. Each group is one statement, so a concurrent write is seen completely or not at all. The
 * cost is one read of the tables, however much is wrong.
 * @param limit mismatches listed per group
 */
export async function checkCounters(db: Database, limit = 50): Promise<CounterReport> {
  const checked: string[] = [];
  const mismatches: CounterMismatch[] = [];
  let total = 0;
  for (const group of COUNTERS) {
    checked.push(...Object.keys(group.columns).map((name) => `${group.table}.${name}`));
    const found = await checkGroup(db, group, limit);
    total += found.total;
    mismatches.push(...found.mismatches);
  }
  for (const kept of TOTALS) {
    checked.push(kept.counter);
    const found = await checkTotal(db, kept, limit);
    total += found.total;
    mismatches.push(...found.mismatches);
  }
  return { checked, total, mismatches };
}

interface Found {
  readonly total: string;
  readonly mismatches: CounterMismatch[];
}

async function checkGroup(db: Database, group: CounterGroup, limit: number) {
  const names = Object.keys(group.columns);
  const { stored, counted } = sides(group);
  const pairs = sql.join(
    names.map(
      (name, i) => sql`(${`${group.table}.${name}`}::text, w.stored[${sql.lit(i + 1)}], w.counted[${sql.lit(i + 1)}])`,
    ),
  );
  const { rows } = await sql<Found>`
    with rows_wrong as (
      select t.id, array[${stored}]::numeric[] as stored, array[${counted}]::numeric[] as counted ${wrongRows(group)}
    ), wrong as (
      select x.counter, w.id, x.stored, x.counted
      from rows_wrong w, lateral (values ${pairs}) as x (counter, stored, counted)
      where x.stored is distinct from x.counted
    )
    select (select count(*) from wrong) as total, (
      select coalesce(json_agg(json_build_object(
        'counter', counter, 'subject', id::text, 'stored', stored::text, 'counted', counted::text) order by counter, id), '[]')
      from (select * from wrong order by counter, id limit ${limit}) as first
    ) as mismatches`.execute(db);
  return { total: Number(rows[0]?.total ?? 0), mismatches: rows[0]?.mismatches ?? [] };
}

async function checkTotal(db: Database, total: Total, limit: number) {
  const { rows } = await sql<Found>`
    with wrong as (${wrongTotals(total)})
    select (select count(*) from wrong) as total, (
      select coalesce(json_agg(json_build_object('counter', ${total.counter}::text, 'subject', subject,
        'stored', stored::text, 'counted', counted::text) order by subject), '[]')
      from (select * from wrong order by subject limit ${limit}) as first
    ) as mismatches`.execute(db);
  return { total: Number(rows[0]?.total ?? 0), mismatches: rows[0]?.mismatches ?? [] };
}
