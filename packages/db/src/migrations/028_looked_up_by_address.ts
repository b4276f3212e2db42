import { type Kysely, sql } from "kysely";

/** What an audit of 100 addresses asks for: everything that came to them and was swept from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Of the plan for sweeps, too, which looks for a member's latest one.
  await sql`create index sweeps_user on sweeps (user_id, id)`.execute(db);
  await sql`create index suspense_items_address on suspense_items (address)`.execute(db);
}
