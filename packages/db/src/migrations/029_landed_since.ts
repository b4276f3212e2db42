import { type Kysely, sql } from "kysely";

/** What has landed since a slot is asked before anything is signed; it is a handful, however much was ever paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index payment_attempts_landed_slot on payment_attempts (slot) where state = 'FINALIZED'`.execute(db);
  await sql`create index payment_attempts_open on payment_attempts (id) where state in ('SIGNED', 'SENT')`.execute(db);
}
