import { type Kysely, sql } from "kysely";

/** Members are looked up by how their name begins; by bytes, as a database's own order may put letters in another place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_by_name on users (lower(username) text_pattern_ops) where deleted_at is null`.execute(db);
}
