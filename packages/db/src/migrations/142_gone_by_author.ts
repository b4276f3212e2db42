import { type Kysely, sql } from "kysely";

/**
 * For what shows a file: also what its author or a moderator took away, by author and by question. What readers see has such
 * indexes already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["posts", "answers", "comments"] as const) {
    await sql`
      create index ${sql.ref(`${table}_author_gone`)} on ${sql.table(table)} (author_id) where deleted_at is not null`.execute(
      db,
    );
  }
  await sql`create index comments_thread_gone on comments (post_id) where deleted_at is not null`.execute(db);
}
