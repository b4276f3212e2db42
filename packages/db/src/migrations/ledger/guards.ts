import { type Kysely, sql } from "kysely";

/**
 * What the database itself refuses for every client: changing the past, unbalanced transfers, balances set by
 * hand.
 */
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
  // The only place in the database that names the kinds of account. A new kind replaces this function.
  await sql`
    create function ledger_open_account() returns trigger language plpgsql as $$
    begin
      if char_length(new.owner) not between 1 and 200 then
        raise exception 'no account %: the owner is empty or too long', new.kind using errcode = 'LG003';
      end if;
      if new.kind in ('member', 'escrow', 'pool') then
        if new.id > 0 and new.balance = 0 and new.version = 0 then return new; end if;
      elsif new.kind in ('treasury', 'external') then
        if new.id < 0 and new.balance is null and new.version is null then return new; end if;
      end if;
      raise exception 'no account % % with balance %', new.kind, new.owner, new.balance using errcode = 'LG003';
    end $$
  `.execute(db);
  await sql`
    create trigger opened before insert on ledger_accounts for each row execute function ledger_open_account()
  `.execute(db);

  // Checks the whole transfer at commit, when all of its entries exist.
  await sql`
    create function ledger_check_transfer() returns trigger language plpgsql as $$
    declare
      found_lines bigint;
      total numeric;
    begin
      select count(*), coalesce(sum(e.amount), 0) into found_lines, total
        from public.ledger_entries e where e.transfer_id = new.id;
      if found_lines <> new.lines or found_lines < 2 or total <> 0 then
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

  // Every entry updates its account's balance in the same statement, so that a balance can't differ from its entries.
  // A debit of a hot account that can't be overdrawn is taken from the rolled-up balance, under that row's lock.
  await sql`
    create function ledger_apply_entry() returns trigger language plpgsql as $$
    begin
      if new.account_id > 0 then
        update public.ledger_accounts a set balance = a.balance + new.amount, version = a.version + 1
         where a.id = new.account_id
        returning a.balance, a.version into new.balance_after, new.version;
      else
        new.balance_after := null;
        new.version := null;
        insert into public.ledger_pending (account_id, amount)
        select s.account_id, new.amount from public.ledger_snapshots s
         where s.account_id = new.account_id and (new.amount > 0 or s.may_overdraw);
        if not found then
          perform public.ledger_roll_up(new.account_id);
          update public.ledger_snapshots s set balance = s.balance + new.amount, entries = s.entries + 1
           where s.account_id = new.account_id;
        end if;
      end if;
      if not found then
        raise exception 'no account %', new.account_id using errcode = 'LG003';
      end if;
      return new;
    end $$
  `.execute(db);
  await sql`
    create trigger apply_entry before insert on ledger_entries for each row execute function ledger_apply_entry()
  `.execute(db);
}
