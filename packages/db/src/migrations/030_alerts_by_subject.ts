import { type Kysely, sql } from "kysely";

/** Whether operators were told of a signature is asked for each one that the hot wallet is named in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index alerts_subject on alerts (kind, subject)`.execute(db);
}
