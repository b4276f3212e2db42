import { type Kysely, sql } from "kysely";

/**
 * What ends sign-ins looks only at tokens that open something: a stolen one can be exchanged so often that all of them take too long. It
 * also makes browsers unknown that have signed in before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column sign_ins_ended_at timestamptz`.execute(db);
  await sql`create index refresh_tokens_open_user on refresh_tokens (user_id) where spent_at is null`.execute(db);
  await sql`create index refresh_tokens_open_family on refresh_tokens (family_id) where spent_at is null`.execute(db);
  await sql`drop index refresh_tokens_user, refresh_tokens_family`.execute(db);
}
