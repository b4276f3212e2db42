import { type Kysely, sql } from "kysely";

/**
 * Since when a second factor, a wallet or an account at a provider counts for nothing until its member confirms it (docs/adr/0036). What
 * was disputed is suspended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table factors rename column disputed_at to suspended_at`.execute(db);
  await sql`alter table linked_logins add column suspended_at timestamptz`.execute(db);
}
