import { type Kysely, sql } from "kysely";

/** For each signature that names the hot wallet, we check whether operators were already alerted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index alerts_subject on alerts (kind, subject)`.execute(db);
}
