import { type Kysely, sql } from "kysely";

/**
 * A withdrawal or sweep holds its nonce and fee before the signer is asked, so that whatever was signed and never stored is signed
 * again to the byte (docs/adr/0026).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Lamports that the first transaction of the holder offers. Null for nonces held before, whose transactions are stored.
  await sql`alter table payment_nonces add column priority_fee bigint check (priority_fee >= 0)`.execute(db);
  await sql`
    alter table withdrawals drop constraint withdrawals_waits_for_check,
      add constraint withdrawals_waits_for_check
        check (waits_for in ('limit', 'hot_wallet', 'cold_wallet', 'approval', 'float', 'nonce', 'signer'))`.execute(
    db,
  );
}
