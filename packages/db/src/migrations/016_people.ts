import { type Kysely, sql } from "kysely";

/** Members' settings, the device of each session, and closed accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column settings jsonb not null default '{}'`.execute(db);
  await sql`alter table users add column updated_at timestamptz not null default now()`.execute(db);
  await sql`alter table users add column deleted_at timestamptz`.execute(db);
  // The time up to which the mail digest covers everything.
  await sql`alter table users add column digested_at timestamptz`.execute(db);
  await sql`create index users_mail_digest on users (id) where settings ->> 'mail' in ('daily', 'weekly')`.execute(db);
  await sql`alter table sessions add column user_agent text`.execute(db);
}
