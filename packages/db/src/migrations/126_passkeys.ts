import { type Kysely, sql } from "kysely";

/** Passkeys, which are second factors and a way to sign in without a password (docs/adr/0041). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table factors
      drop constraint factors_kind_check,
      add constraint factors_kind_check check (kind in ('totp', 'passkey')),
      alter column secret drop not null,
      add column name text,
      add column last_used_at timestamptz,
      add constraint factors_secret check ((kind = 'totp') = (secret is not null)),
      add constraint factors_name check ((kind = 'passkey') = (name is not null))`.execute(db);
  await sql`
    create table passkeys (
      factor_id bigint primary key references factors on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      backed_up boolean not null
    )`.execute(db);
  // So that a recorded use of a passkey can't be replayed.
  await sql`
    create table used_challenges (
      challenge_hash bytea primary key,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index used_challenges_expiry on used_challenges (expires_at)`.execute(db);
  await sql`alter table sessions drop constraint sessions_proof_check`.execute(db);
  await sql`
    alter table sessions
      add constraint sessions_proof_check check (proof in ('password', 'passkey', 'totp', 'recovery_code'))`.execute(
    db,
  );
  await sql`grant select, insert, update, delete on passkeys to bbux_app`.execute(db);
  await sql`grant select, insert, delete on used_challenges to bbux_app`.execute(db);
}
