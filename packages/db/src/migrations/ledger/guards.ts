import { type Kysely, sql } from "kysely";

/** What the database itself refuses, whoever asks: a change of the past, an unbalanced transfer, a balance set by hand. */
export async function createLedgerGuards(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function ledger_refuse() returns trigger language plpgsql as $$
    begin
      raise exception '% on % refused: the ledger is only ever added to', tg_op, tg_table_name using errcode = 'LG004';
    end $$
  `.execute(db);
  for (const table of ["ledger_transfers", "ledger_entries"]) {
    await sql`
      create trigger append_only before update or delete or truncate on ${sql.table(table)}
      for each statement execute function ledger_refuse()
    `.execute(db);
  }
  await sql`
    create trigger never_deleted before delete or truncate on ledger_accounts
    for each statement execute function ledger_refuse()
  `.execute(db);
  // Depth 0 is a statement from outside; the entries' trigger updates from depth 1.
  await sql`
    create trigger changed_by_entries_only before update on ledger_accounts
    for each statement when (pg_trigger_depth() = 0) execute function ledger_refuse()
  `.execute(db);
  await sql`
    create trigger starts_empty before insert on ledger_accounts
    for each row when (new.balance <> 0 or new.version <> 0) execute function ledger_refuse()
  `.execute(db);

  // Looks at the whole transfer at commit, when all of its entries are there.
  await sql`
    create function ledger_check_transfer() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      found_lines bigint;
      total numeric;
    begin
      select count(*), coalesce(sum(e.amount), 0) into found_lines, total
        from public.ledger_entries e where e.transfer_id = new.id;
      if found_lines <> new.lines or total <> 0 then
        raise exception 'transfer % has % of % lines and sums to %', new.id, found_lines, new.lines, total
          using errcode = 'LG003';
      end if;
      return null;
    end $$
  `.execute(db);
  await sql`
    create constraint trigger balanced after insert on ledger_transfers
    deferrable initially deferred for each row execute function ledger_check_transfer()
  `.execute(db);

  // Every entry moves its account's balance in the same statement, so that a balance cannot differ from its entries.
  // A debit of a hot account that may not be overdrawn is spent from the rolled-up balance, under that row's lock.
  await sql`
    create function ledger_apply_entry() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      overdraw boolean;
    begin
      update public.ledger_accounts a set balance = a.balance + new.amount, version = a.version + 1
       where a.id = new.account_id and not a.hot
      returning a.balance, a.version into new.balance_after, new.version;
      if found then
        return new;
      end if;

      new.balance_after := null;
      new.version := null;
      select s.may_overdraw into overdraw from public.ledger_snapshots s where s.account_id = new.account_id;
      if not found then
        raise exception 'no account %', new.account_id using errcode = 'LG003';
      end if;
      if overdraw or new.amount > 0 then
        insert into public.ledger_pending (account_id, amount) values (new.account_id, new.amount);
      else
        perform public.ledger_roll_up(new.account_id);
        update public.ledger_snapshots s set balance = s.balance + new.amount, entries = s.entries + 1
         where s.account_id = new.account_id;
      end if;
      return new;
    end $$
  `.execute(db);
  await sql`
    create trigger apply_entry before insert on ledger_entries for each row execute function ledger_apply_entry()
  `.execute(db);
}
