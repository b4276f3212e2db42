import { type Kysely, sql } from "kysely";

/** Where a sign-in came from, coarsely, and when it was last used, to a few minutes. Unknown for earlier ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column network text, add column used_at timestamptz`.execute(db);
}
