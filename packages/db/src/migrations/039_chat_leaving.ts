import { type Kysely, sql } from "kysely";

/** Who leaves the platform leaves its rooms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`grant delete on chat_members to bbux_app`.execute(db);
}
