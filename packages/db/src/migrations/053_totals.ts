import { type Kysely, sql } from "kysely";

/**
 * Totals that the reserves report reads instead of adding up every account and every wallet. A posting writes nothing more than
 * before: its line in the log says what it changed by kind of account, and the single sealer adds sealed lines to the totals.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLedgerTotals(db);
  await createWalletTotals(db);
}

/** The balances of a kind of account are its total here plus the changes of lines that aren't sealed yet. */
async function createLedgerTotals(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger_totals (kind text primary key, total numeric(38, 0) not null)`.execute(db);
  await sql`
    create function ledger_add_to_totals() returns trigger language plpgsql
    security definer set search_path = pg_catalog, pg_temp as $$
    begin
      insert into public.ledger_totals as t (kind, total)
      select c.key, sum(c.value::numeric) from sealed s, jsonb_each_text(s.changes) c group by c.key order by c.key
      on conflict (kind) do update set total = t.total + excluded.total;
      return null;
    end $$`.execute(db);
  // Locks out the sealer, not postings: a line that is sealed between the trigger and the sums would be added to neither.
  await sql`lock table transparency_sealed in share row exclusive mode`.execute(db);
  await sql`
    create trigger add_to_totals after insert on transparency_sealed referencing new table as sealed
    for each statement execute function ledger_add_to_totals()`.execute(db);
  await sql`
    insert into ledger_totals (kind, total)
    select kind, sum(amount) from (
      select kind, balance as amount from ledger_balances
      union all
      select c.key, -c.value::numeric from transparency_pending p, jsonb_each_text(p.changes) c) as parts
     group by kind`.execute(db);
  await sql`grant select on ledger_totals to bbux_app`.execute(db);
}

/**
 * One row, and a queue of changes to it that a job folds in: credits of many members at once would wait for each other at the row.
 * `funded` and `booked` are about wallets with a positive balance, as in the report.
 */
async function createWalletTotals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table wallet_totals (
      one boolean primary key default true check (one),
      wallets bigint not null,
      funded bigint not null,
      booked numeric(38, 0) not null
    )`.execute(db);
  await sql`
    create table wallet_changes (wallets integer not null, funded integer not null, booked bigint not null)
    with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`.execute(db);
  await sql`
    create function wallet_changed() returns trigger language plpgsql
    security definer set search_path = pg_catalog, pg_temp as $$
    declare
      before constant bigint := case tg_op when 'INSERT' then 0 else greatest(old.booked, 0) end;
      after constant bigint := case tg_op when 'DELETE' then 0 else greatest(new.booked, 0) end;
    begin
      insert into public.wallet_changes (wallets, funded, booked)
      values (case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end,
              (after > 0)::integer - (before > 0)::integer, after - before);
      return null;
    end $$`.execute(db);
  // The lock comes first, so that the statement after it sees what an earlier fold left.
  await sql`
    create function fold_wallet_totals() returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      folded bigint;
    begin
      perform 1 from public.wallet_totals for no key update;
      with taken as (delete from public.wallet_changes returning *),
      sums as (
        select count(*) as changes, sum(c.wallets) as wallets, sum(c.funded) as funded, sum(c.booked) as booked from taken c
      ), added as (
        update public.wallet_totals t
           set wallets = t.wallets + s.wallets, funded = t.funded + s.funded, booked = t.booked + s.booked
          from sums s where s.changes > 0
      )
      select changes into folded from sums;
      return folded;
    end $$`.execute(db);
  // Creating the triggers locks out everyone who changes a wallet until the end: a change between them and the sums would be lost.
  await sql`
    create trigger totalled_if_new_or_gone after insert or delete on wallets for each row execute function wallet_changed()`.execute(
    db,
  );
  await sql`
    create trigger totalled_if_booked after update of booked on wallets for each row
    when (old.booked is distinct from new.booked) execute function wallet_changed()`.execute(db);
  await sql`
    insert into wallet_totals (wallets, funded, booked)
    select count(*), count(*) filter (where booked > 0), coalesce(sum(booked) filter (where booked > 0), 0) from wallets`.execute(
    db,
  );
  await sql`grant select on wallet_totals, wallet_changes to bbux_app`.execute(db);
  await sql`revoke all on function fold_wallet_totals() from public`.execute(db);
  await sql`grant execute on function fold_wallet_totals() to bbux_app`.execute(db);
}
