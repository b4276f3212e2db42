import { type Kysely, sql } from "kysely";

/** Ending one sign-in forgets the browsers that signed in before, as ending all does, and says nothing about tokens of the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column browsers_forgotten_at timestamptz`.execute(db);
}
