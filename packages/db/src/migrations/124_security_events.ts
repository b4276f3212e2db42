import { type Kysely, sql } from "kysely";

/** What members are told about the security of their accounts, and the mails about it that haven't left yet (docs/adr/0038). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table security_events (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users,
      -- The contract lists them; a text of its own, so that another kind needs no migration.
      kind text not null check (kind ~ '^[a-z_]{1,40}$'),
      -- Coarse: the network around the address, and the browser and system in our own words.
      network text,
      device text,
      details jsonb not null default '{}',
      created_at timestamptz not null default clock_timestamp(),
      -- When its mail is sent, or tried again; null once it has left or is given up.
      mail_due_at timestamptz default clock_timestamp(),
      mail_attempts integer not null default 0
    )`.execute(db);
  await sql`create index security_events_of_member on security_events (user_id, created_at desc, id desc)`.execute(db);
  await sql`create index security_events_by_age on security_events (created_at)`.execute(db);
  await sql`create index security_events_to_mail on security_events (mail_due_at) where mail_due_at is not null`.execute(
    db,
  );
  // Programs that have signed in to an account: a hash of user agent and network.
  await sql`
    create table known_programs (
      user_id bigint not null references users,
      program_hash bytea not null,
      seen_at timestamptz not null default clock_timestamp(),
      primary key (user_id, program_hash)
    )`.execute(db);
  await sql`create index known_programs_by_age on known_programs (seen_at)`.execute(db);
  await sql`grant select, insert, update, delete on security_events, known_programs to bbux_app`.execute(db);
}
