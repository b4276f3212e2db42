import { type Kysely, sql } from "kysely";

/**
 * When each chain of refresh tokens began, and when a member's sign-ins and links last ended; wrong codes of second factors; whom a text
 * has mentioned.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table code_attempts (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users,
      -- A hash of the member's own browser or session that it came from, or of its network.
      from_hash bytea not null check (octet_length(from_hash) = 32),
      is_own boolean not null,
      -- corrected: a right code followed from there. void: the password or the app has changed since.
      state text not null default 'wrong' check (state in ('wrong', 'corrected', 'void')),
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index code_attempts_of_member on code_attempts (user_id, created_at)`.execute(db);
  await sql`create index code_attempts_by_age on code_attempts (created_at)`.execute(db);
  // Whom a post or an answer, which can be edited, has notified.
  await sql`
    create table text_mentions (
      text_id bigint not null,
      user_id bigint not null references users,
      primary key (text_id, user_id)
    )`.execute(db);
  await sql`create index text_mentions_of_member on text_mentions (user_id)`.execute(db);
  await sql`alter table users add column access_ended_at timestamptz`.execute(db);
  await sql`alter table refresh_tokens add column began_at timestamptz not null default clock_timestamp()`.execute(db);
  await dateChains(db);
  await sql`grant select, insert, update, delete on code_attempts to bbux_app`.execute(db);
  await sql`grant select, insert, delete on text_mentions to bbux_app`.execute(db);
}

/** By the oldest of each that is left. A bearer token belongs to the sign-in that it follows. */
async function dateChains(db: Kysely<unknown>): Promise<void> {
  await sql`
    update refresh_tokens r set began_at = f.began_at, expires_at = least(r.expires_at, f.began_at + interval '90 days')
      from (select family_id, min(at) as began_at
              from (select family_id, created_at as at from sessions
                    union all select family_id, expires_at - interval '30 days' from refresh_tokens) as known
             group by family_id) f
     where f.family_id = r.family_id`.execute(db);
  await sql`
    update sessions s set created_at = r.began_at
      from refresh_tokens r where r.family_id = s.family_id and s.kind = 'bearer'`.execute(db);
}
