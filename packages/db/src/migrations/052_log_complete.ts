import { type Kysely, sql } from "kysely";

/**
 * Adds the lines of transfers that were posted by another process while migration 036 copied the log: it didn't lock them out, and they
 * ran the function from before the log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Called again by the migrator after 036, for postings that were already waiting here inside of the earlier function.
  await sql`
    create function transparency_complete() returns bigint language plpgsql set search_path = pg_catalog, pg_temp as $$
    declare
      added bigint;
    begin
      -- Waits for every posting in flight, so that the statement after it sees them all, with their lines.
      lock table public.ledger_transfers in share row exclusive mode;
      select count(public.transparency_log_transfer(t.id, t.kind, t.kinds, t.amounts)) into added
        from (select t.id, t.kind, array_agg(a.kind order by e.line) as kinds, array_agg(e.amount order by e.line) as amounts
                from public.ledger_transfers t
                join public.ledger_entries e on e.transfer_id = t.id
                join public.ledger_accounts a on a.id = e.account_id
               where not exists (select from public.transparency_log l where l.transfer_id = t.id)
               group by t.id order by t.id) t;
      return added;
    end $$`.execute(db);
  await sql`revoke all on function transparency_complete() from public`.execute(db);
  await sql`select transparency_complete()`.execute(db);
}
