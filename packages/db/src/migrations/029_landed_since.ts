import { type Kysely, sql } from "kysely";

/** Before anything is signed, we query what has landed since a slot: a handful of rows, however much was ever paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index payment_attempts_landed_slot on payment_attempts (slot) where state = 'FINALIZED'`.execute(db);
  await sql`create index payment_attempts_open on payment_attempts (id) where state in ('SIGNED', 'SENT')`.execute(db);
}
