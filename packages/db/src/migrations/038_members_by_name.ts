import { type Kysely, sql } from "kysely";

/** Looks up members by the beginning of their name, bytewise, because a database's own collation may order letters differently. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_by_name on users (lower(username) text_pattern_ops) where deleted_at is null`.execute(db);
}
