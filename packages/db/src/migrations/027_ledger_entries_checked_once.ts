import { type Kysely, sql } from "kysely";

/**
 * A trigger checks entries against their transfer once per statement, instead of a foreign key once per entry. The foreign
 * key also locked the transfer's row every time, which is logged; with the index only it needed, it made up a fifth of a
 * posting's cost in PostgreSQL (docs/PERFORMANCE.md).
 *
 * The guarantee is the same, because a transfer is never changed or deleted (`append_only`): an entry must state how many
 * lines its transfer has, and the transfer was written by this transaction or a committed one. Since lines are numbered 1 to
 * that number and all exist at commit (`balanced`), no further line can be added later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A subquery instead of a join: planned while the table is small, a join would become a full scan, and plans are cached.
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
