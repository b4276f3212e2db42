import { type Kysely, sql } from "kysely";

/** Where the signer's own record has a transaction, so that a record that was cut or replaced is found out (docs/adr/0026). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null for what was signed before there was a record, and for what restored books have found on the chain.
  await sql`alter table payment_attempts add column record_position bigint check (record_position > 0)`.execute(db);
  await sql`
    create index payment_attempts_record_position on payment_attempts (record_position)
     where record_position is not null`.execute(db);
}
