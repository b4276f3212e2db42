import { type Kysely, sql } from "kysely";

/**
 * Confirmed email addresses (docs/adr/0035). Members who have been back since they signed up count as confirmed, and so do the demo's;
 * accounts that nobody has claimed don't.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column email_verified_at timestamptz`.execute(db);
  // A used link is kept until it would have expired, so that opening it again can be answered with what happened.
  await sql`
    create table email_verifications (
      token_hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      email text not null check (length(email) <= 254),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index email_verifications_user on email_verifications (user_id)`.execute(db);
  await sql`create index email_verifications_expiry on email_verifications (expires_at)`.execute(db);
  await sql`grant select, insert, update, delete on email_verifications to bbux_app`.execute(db);
  // The session that a sign-up opens is as old as the account, and only a sign-in gets a refresh token.
  await sql`
    update users u set email_verified_at = now()
     where u.deleted_at is null and u.email is not null and u.password_hash is not null and (
       exists (select from sessions s where s.user_id = u.id and s.created_at > u.created_at)
       or exists (select from refresh_tokens t where t.user_id = u.id)
       or exists (select from reputation_events r
                   where r.user_id = u.id and r.action = 'DAILY_LOGIN' and r.created_at >= u.created_at + interval '1 day')
       or exists (select from ledger_transfers t
                   where t.kind = 'deposit' and t.cause = 'demo:' || u.username and t.refs ->> 'member' = u.id::text))`.execute(
    db,
  );
}
