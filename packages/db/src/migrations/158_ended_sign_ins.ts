import { type Kysely, sql } from "kysely";

/**
 * Ending sign-ins only reads tokens that still open something: a stolen one can be exchanged so often that reading all of them takes too
 * long. It also forgets the browsers that signed in before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column sign_ins_ended_at timestamptz`.execute(db);
  await sql`create index refresh_tokens_open_user on refresh_tokens (user_id) where spent_at is null`.execute(db);
  await sql`create index refresh_tokens_open_family on refresh_tokens (family_id) where spent_at is null`.execute(db);
  await sql`drop index refresh_tokens_user, refresh_tokens_family`.execute(db);
}
