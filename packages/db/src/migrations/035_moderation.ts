import { type Kysely, sql } from "kysely";

/** Flags, hidden content with reasons, and the audit log of moderators, admins, and operators (docs/DECISIONS.md 2). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flags (
      id bigint primary key default nextval('ids'),
      target_kind text not null check (target_kind in ('post', 'answer', 'comment', 'message', 'user')),
      target_id bigint not null,
      subject_id bigint not null references users,
      reporter_id bigint not null references users,
      reason text not null,
      note text,
      status text not null default 'OPEN' check (status in ('OPEN', 'UPHELD', 'DISMISSED')),
      created_at timestamptz not null,
      decided_at timestamptz,
      decided_by bigint references users,
      check ((status = 'OPEN') = (decided_at is null))
    )`.execute(db);
  await sql`
    create unique index flags_one_each on flags (reporter_id, target_kind, target_id) where status = 'OPEN'`.execute(
    db,
  );
  await sql`create index flags_open on flags (target_kind, target_id, created_at) where status = 'OPEN'`.execute(db);
  await sql`create index flags_decided on flags (decided_at desc) where status <> 'OPEN'`.execute(db);
  await sql`create index flags_subject on flags (subject_id)`.execute(db);

  // One row each time something was hidden; it stays hidden until it is restored.
  await sql`
    create table hidden_content (
      id bigint primary key default nextval('ids'),
      target_kind text not null check (target_kind in ('post', 'answer', 'comment', 'message')),
      target_id bigint not null,
      post_id bigint references posts,
      author_id bigint not null references users,
      reason text not null,
      abuse boolean not null,
      -- The reputation actions it cost its author, which are reversed on restoring.
      charged text[] not null default '{}',
      hidden_by bigint not null references users,
      hidden_at timestamptz not null,
      restored_by bigint references users,
      restored_at timestamptz,
      appeal_status text check (appeal_status in ('OPEN', 'GRANTED', 'DENIED')),
      appeal_reason text,
      appealed_at timestamptz,
      appeal_decided_at timestamptz,
      appeal_decided_by bigint references users,
      appeal_note text,
      check ((appeal_status is null) = (appealed_at is null))
    )`.execute(db);
  await sql`
    create unique index hidden_content_now on hidden_content (target_kind, target_id) where restored_at is null`.execute(
    db,
  );
  await sql`create index hidden_content_author on hidden_content (author_id, hidden_at desc)`.execute(db);
  await sql`create index hidden_content_appealed on hidden_content (appealed_at) where appeal_status = 'OPEN'`.execute(
    db,
  );
  // The flags it upheld, and whether one is still upheld.
  await sql`alter table flags add column hiding_id bigint references hidden_content`.execute(db);
  await sql`create index flags_hiding on flags (hiding_id) where hiding_id is not null`.execute(db);

  await sql`alter table users add column suspension_reason text`.execute(db);
  // Admins search for parts of names and addresses.
  await sql`create index users_looked_for on users using gin (username gin_trgm_ops, email gin_trgm_ops)`.execute(db);
  await sql`create index users_newest on users (created_at desc, id desc) where deleted_at is null`.execute(db);

  // The actor: null for an operator command or the platform itself.
  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      actor_id bigint references users,
      action text not null check (action ~ '^[A-Z][A-Z_]{2,39}$'),
      target_kind text,
      target_id text,
      subject_id bigint references users,
      reason text,
      details jsonb not null default '{}',
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index audit_log_actor on audit_log (actor_id, id desc)`.execute(db);
  await sql`create index audit_log_subject on audit_log (subject_id, id desc) where subject_id is not null`.execute(db);
  await sql`create index audit_log_action on audit_log (action, id desc)`.execute(db);
  await sql`
    create function audit_log_frozen() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit log is only ever added to';
    end $$`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on audit_log
    for each statement execute function audit_log_frozen()`.execute(db);
  await sql`grant select, insert, update on flags, hidden_content to bbux_app`.execute(db);
  await sql`grant select, insert on audit_log to bbux_app`.execute(db);
}
