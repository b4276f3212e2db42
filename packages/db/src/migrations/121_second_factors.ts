import { type Kysely, sql } from "kysely";

/**
 * Second factors, recovery codes, and when a session's member last proved who they are (docs/adr/0036). Sessions from before have no
 * proof, so they are asked once; moderators and admins from before have their days of grace from now on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table factors (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users,
      kind text not null check (kind in ('totp')),
      secret bytea not null,
      last_step bigint,
      created_at timestamptz not null default clock_timestamp(),
      confirmed_at timestamptz
    )`.execute(db);
  // One at a time, and next to it at most one that isn't confirmed yet.
  await sql`create unique index factors_one_totp on factors (user_id, (confirmed_at is null)) where kind = 'totp'`.execute(
    db,
  );
  await sql`
    create table recovery_codes (
      user_id bigint not null references users,
      code_hash bytea not null,
      created_at timestamptz not null default clock_timestamp(),
      used_at timestamptz,
      primary key (user_id, code_hash)
    )`.execute(db);
  await sql`
    alter table sessions
      add column proof text check (proof in ('password', 'totp', 'recovery_code')),
      add column proved_at timestamptz,
      add constraint sessions_proof_at check ((proof is null) = (proved_at is null))`.execute(db);
  await staffSince(db);
  await sql`grant select, insert, update, delete on factors, recovery_codes to bbux_app`.execute(db);
}

/** A trigger keeps it, so that no way of changing the role misses it. A moderator who becomes an admin gets no new grace. */
async function staffSince(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column staff_since timestamptz`.execute(db);
  await sql`update users set staff_since = clock_timestamp() where role <> 'user'`.execute(db);
  await sql`
    create function note_new_staff() returns trigger language plpgsql as $$
    begin
      if new.role = 'user' then
        new.staff_since := null;
      elsif tg_op = 'INSERT' or old.role = 'user' then
        new.staff_since := clock_timestamp();
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger users_new_staff before insert or update of role on users
    for each row execute function note_new_staff()`.execute(db);
}
