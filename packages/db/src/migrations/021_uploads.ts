import { type Kysely, sql } from "kysely";

/**
 * Every file that members uploaded: its owner, its size, and whether anything shows it. `url` is null until the file is stored;
 * the row of a deleted file stays for a day, because it counts toward the daily limit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table uploads (
      key text primary key check (key ~ '^[A-Za-z0-9_-]{22}\\.[a-z0-9]{3,4}$'),
      url text,
      owner_id bigint references users on delete set null,
      kind text not null check (kind in ('IMAGE', 'VIDEO', 'AVATAR')),
      bytes bigint not null check (bytes >= 0),
      created_at timestamptz not null default now(),
      attached_at timestamptz,
      removed_at timestamptz
    )`.execute(db);
  await sql`create unique index uploads_url on uploads (url)`.execute(db);
  await sql`create index uploads_owner on uploads (owner_id, created_at)`.execute(db);
  await sql`
    create index uploads_unused on uploads (created_at) where attached_at is null and removed_at is null`.execute(db);
  await sql`create index uploads_avatars on uploads (attached_at) where kind = 'AVATAR' and removed_at is null`.execute(
    db,
  );
  await sql`create index uploads_removed on uploads (removed_at) where removed_at is not null`.execute(db);
  await sql`grant select, insert, update, delete on uploads to bbux_app`.execute(db);
}
