import { type Kysely, sql } from "kysely";

/** For an audit of 100 addresses: everything that came to them and was swept from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Also used by the sweep planner, which looks for a member's latest one.
  await sql`create index sweeps_user on sweeps (user_id, id)`.execute(db);
  await sql`create index suspense_items_address on suspense_items (address)`.execute(db);
}
