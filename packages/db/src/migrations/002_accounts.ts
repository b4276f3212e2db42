import { type Kysely, sql } from "kysely";

/** Members, sessions, refresh tokens, and reset links. Secrets are stored only as SHA-256 hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id bigint primary key default nextval('ids'),
      username text not null check (username ~ '^[A-Za-z0-9_-]{3,30}$'),
      email text check (length(email) <= 254),
      password_hash text,
      role text not null default 'user' check (role in ('user', 'moderator', 'admin')),
      solana_address text not null unique,
      profile jsonb not null default '{}',
      profile_picture text,
      reputation_points integer not null default 0,
      integrity_score numeric(4, 2) not null default 5,
      total_ratings integer not null default 0,
      suspended_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index users_username_key on users (lower(username))`.execute(db);
  await sql`create unique index users_email_key on users (lower(email))`.execute(db);

  // A family is one sign-in: its cookie, bearer tokens, and refresh tokens end together.
  await sql`
    create table sessions (
      id_hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      family_id uuid not null,
      kind text not null check (kind in ('cookie', 'bearer')),
      expires_at timestamptz not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index sessions_user on sessions (user_id)`.execute(db);
  await sql`create index sessions_family on sessions (family_id)`.execute(db);
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db);
  await sql`
    create table refresh_tokens (
      token_hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      family_id uuid not null,
      expires_at timestamptz not null,
      spent_at timestamptz
    )`.execute(db);
  await sql`create index refresh_tokens_family on refresh_tokens (family_id)`.execute(db);
  await sql`create index refresh_tokens_user on refresh_tokens (user_id)`.execute(db);
  await sql`create index refresh_tokens_expiry on refresh_tokens (expires_at)`.execute(db);
  await sql`
    create table password_resets (
      token_hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index password_resets_user on password_resets (user_id)`.execute(db);

  await sql`grant select, insert, update on users to bbux_app`.execute(db);
  await sql`grant select, insert, update, delete on sessions, refresh_tokens, password_resets to bbux_app`.execute(db);
}
