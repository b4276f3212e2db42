import { type Kysely, sql } from "kysely";

/**
 * Notifications. An unread one of the same bundle is updated instead of duplicated: ten votes make one line. The text is
 * composed on reading, from `kind`, `count`, and `data`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users on delete cascade,
      kind text not null,
      bundle_key text not null,
      -- The step reached, for notifications sent in steps (votes): each step notifies once.
      level integer not null default 0,
      count integer not null default 1,
      data jsonb not null,
      read_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create unique index notifications_bundle on notifications (user_id, bundle_key) where read_at is null`.execute(
    db,
  );
  await sql`create index notifications_latest on notifications (user_id, created_at desc, id desc)`.execute(db);
  await sql`create index notifications_read on notifications (read_at) where read_at is not null`.execute(db);
  await sql`create index notifications_of_bundle on notifications (bundle_key, user_id)`.execute(db);
  await sql`grant select, insert, update, delete on notifications to bbux_app`.execute(db);

  // Bounties about to expire, for the warning.
  await sql`
    create index posts_bounty_expiry on posts (bounty_expires_at)
    where deleted_at is null and bounty_status = 'ESCROWED' and status = 'OPEN'`.execute(db);
}
