import { type Kysely, sql } from "kysely";

/**
 * While nothing is sealed, a transaction that sets `bbux.ledger_time` dates its transfers and lines of the public log in the past. The demo
 * uses it. Once a line is sealed, the database refuses it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function ledger_in_the_past() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      if exists (select from public.transparency_sealed) then
        raise exception '% takes its times from the clock', tg_table_name using errcode = 'LG004';
      end if;
      new.created_at := date_trunc('milliseconds', least(current_setting('bbux.ledger_time')::timestamptz, clock_timestamp()));
      return new;
    end $$`.execute(db);
  for (const table of ["ledger_transfers", "transparency_pending"]) {
    await sql`
      create trigger in_the_past before insert on ${sql.table(table)}
      for each row when (current_setting('bbux.ledger_time', true) <> '') execute function ledger_in_the_past()`.execute(
      db,
    );
  }
}
