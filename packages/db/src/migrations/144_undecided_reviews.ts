import { type Kysely, sql } from "kysely";

/** Returns to the review queue what left it undecided when it was hidden, and was restored since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const kind of ["post", "answer", "comment"] as const) {
    await sql`
      update review_items i set status = 'OPEN', decided_at = null
       where i.status = 'GONE' and i.target_kind = ${sql.lit(kind)}
         and i.id = (select max(id) from review_items o where o.target_kind = i.target_kind and o.target_id = i.target_id)
         and exists (select from ${sql.table(`${kind}s`)} t where t.id = i.target_id and t.deleted_at is null)`.execute(
      db,
    );
  }
}
