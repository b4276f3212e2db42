import { type Kysely, sql } from "kysely";

/**
 * Which version of the key a deposit address is derived from, with the member's id as its index. Addresses that were given out keep
 * theirs when new members' come from another (docs/adr/0028).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["users", "wallets"]) {
    await sql`
      alter table ${sql.table(table)} add column address_version integer not null default 1 check (address_version > 0)`.execute(
      db,
    );
  }
  await sql`
    create or replace function open_wallet() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      insert into public.wallets (user_id, address, address_version)
      values (new.id, new.solana_address, new.address_version);
      return null;
    end $$`.execute(db);
}
