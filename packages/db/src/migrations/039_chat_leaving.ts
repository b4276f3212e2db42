import { type Kysely, sql } from "kysely";

/** Members who leave the platform leave its chat rooms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`grant delete on chat_members to bbux_app`.execute(db);
}
