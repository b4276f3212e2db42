import { TRANSPARENCY } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { MemberLiability } from "./owed.query.ts";
import type { Tree } from "./tree.ts";

/** Rows per statement; a bucket has a few thousand bytes. */
const ROWS = 5_000;
const BUCKETS = 500;

/** Stores the tree of a checkpoint with the codes that it was built with, and drops those of older days. */
export async function storeTree(
  trx: Transaction<DB>,
  day: string,
  { branches, buckets }: Tree,
  members: readonly MemberLiability[],
): Promise<void> {
  for (const [level, nodes] of branches.entries()) {
    await sql`insert into liability_branches (day, level, nodes) values (${day}::date, ${level}, ${nodes})`.execute(
      trx,
    );
  }
  for (let from = 0; from < buckets.length; from += BUCKETS) {
    const rows = buckets.slice(from, from + BUCKETS);
    await sql`
      insert into liability_leaves (day, bucket, leaves)
      select ${day}::date, ${from} + x.nth - 1, x.leaves from unnest(${rows}::bytea[]) with ordinality as x (leaves, nth)`.execute(
      trx,
    );
  }
  for (let from = 0; from < members.length; from += ROWS) {
    const rows = members.slice(from, from + ROWS);
    await sql`
      insert into liability_codes (day, user_id, code)
      select ${day}::date, x.id, x.code
        from unnest(${rows.map(({ memberId }) => memberId)}::bigint[], ${rows.map(({ code }) => code)}::text[]) as x (id, code)`.execute(
      trx,
    );
  }
  const kept = sql`(select day from transparency_checkpoints order by day desc limit ${TRANSPARENCY.treesKept})`;
  for (const table of ["liability_branches", "liability_leaves", "liability_codes"]) {
    await sql`delete from ${sql.table(table)} where day not in ${kept}`.execute(trx);
  }
}
