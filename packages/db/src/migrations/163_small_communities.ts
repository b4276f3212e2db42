import { type Kysely, sql } from "kysely";

/** Who decides about a bounty is settled when it is placed: roles, votes taken back and closed accounts change who is established. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table posts add column small_community boolean not null default false`.execute(db);
  await sql`create index hidden_content_target on hidden_content (target_kind, target_id)`.execute(db);
}
