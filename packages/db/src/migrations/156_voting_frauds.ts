import { type Kysely, sql } from "kysely";

/**
 * Only voting fraud takes votes away that were cast before a suspension (docs/adr/0031), and only that makes a community smaller: otherwise a
 * moderator could suspend other voters and win.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table voting_frauds (
      member_id bigint not null references users,
      -- The time of the suspension that found it.
      found_at timestamptz not null,
      -- Null for an operator.
      found_by bigint references users,
      primary key (member_id, found_at),
      check (member_id <> found_by)
    )`.execute(db);
  await sql`create index voting_frauds_finder on voting_frauds (found_by)`.execute(db);
  // The votes of members who are suspended now counted no more until this.
  await sql`
    insert into voting_frauds (member_id, found_at)
    select id, suspended_at from users where suspended_at is not null and deleted_at is null`.execute(db);
  await sql`grant select, insert, delete on voting_frauds to bbux_app`.execute(db);
  await sql`
    create function is_established_unless_suspended(u users, needed bigint, at timestamptz) returns boolean language sql stable as $$
      select u.deleted_at is null and (
        u.role in ('moderator', 'admin') or u.trusted_points >= needed and u.created_at <= at - interval '7 days')
    $$`.execute(db);
  await sql`
    create or replace function is_established(u users, needed bigint, at timestamptz) returns boolean language sql stable as $$
      select u.suspended_at is null and is_established_unless_suspended(u, needed, at)
    $$`.execute(db);
}
