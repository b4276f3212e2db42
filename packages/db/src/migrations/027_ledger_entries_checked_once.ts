import { type Kysely, sql } from "kysely";

/**
 * Entries are held to their transfer once for each statement that adds them, by a trigger, instead of once for each entry
 * by a foreign key. The key also locked the transfer's row every time, which is written to the log; it and the index that
 * only it needed were a fifth of what a posting costs PostgreSQL (docs/PERFORMANCE.md).
 *
 * It is the same guarantee, because a transfer is never changed or removed (`append_only`): an entry must state how many
 * lines its transfer has, a transfer that this transaction or a committed one wrote. With lines numbered 1 to that number
 * and all there at commit (`balanced`), there is still no line left that anybody could add later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A subquery, not a join: planned while the table is small it would become a scan of the whole, and plans are kept.
  await sql`
    create function ledger_check_entries() returns trigger language plpgsql as $$
    declare
      stray bigint;
    begin
      select e.transfer_id into stray from added e
       where e.lines is distinct from (select t.lines from public.ledger_transfers t where t.id = e.transfer_id)
       limit 1;
      if found then
        raise exception 'no transfer % of so many lines', stray
          using errcode = 'foreign_key_violation', table = 'ledger_entries', constraint = 'ledger_entries_transfer';
      end if;
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger of_a_transfer after insert on ledger_entries referencing new table as added
    for each statement execute function ledger_check_entries()
  `.execute(db);
  await sql`alter table ledger_entries drop constraint ledger_entries_transfer`.execute(db);
  await sql`alter table ledger_transfers drop constraint ledger_transfers_lines`.execute(db);
}
