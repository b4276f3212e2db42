import { type Kysely, sql } from "kysely";

/**
 * Files that moderators removed. Their rows stay for good, so that a file which a restored backup brings back isn't served.
 * `erased_at` is when the storage deleted it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads
      add column taken_down_at timestamptz,
      add column taken_down_by bigint references users,
      add column erased_at timestamptz,
      add constraint uploads_taken_down check (
        (taken_down_at is null) = (taken_down_by is null)
        and (taken_down_at is null or removed_at is not null)
        and (taken_down_at is not null or erased_at is null))`.execute(db);
  await sql`
    create index uploads_to_erase on uploads (taken_down_at) where taken_down_at is not null and erased_at is null`.execute(
    db,
  );
}
