import { type Kysely, sql } from "kysely";

/** Since when it is open whether the second factor is the member's or a thief's (docs/adr/0036): of none from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table factors add column disputed_at timestamptz`.execute(db);
}
