import { type Kysely, sql } from "kysely";

/**
 * What withdrawals took within an hour and a day, added up by the minute: the platform's limits read at most a day of minutes,
 * however many withdrawals a day has. A minute counts as long as any of it is within the window.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payouts (
      withdrawal_id bigint primary key references withdrawals (id),
      minute timestamptz not null,
      lamports bigint not null
    )`.execute(db);
  await sql`
    create table payout_minutes (
      minute timestamptz primary key,
      lamports numeric(38, 0) not null
    ) with (fillfactor = 50)`.execute(db);
  // Of the attempts of a withdrawal only one can land: the largest amount counts, from when the latest was stored.
  await sql`
    create view payouts_counted as
    select withdrawal_id, date_trunc('minute', max(coalesce(stored_at, created_at)), 'UTC') as minute, max(lamports) as lamports
      from payment_attempts
     where withdrawal_id is not null and not cancels and state in ('SIGNED', 'SENT', 'REPLACED', 'FINALIZED')
     group by withdrawal_id`.execute(db);
  await sql`
    create function payout_changed() returns trigger language plpgsql
    security definer set search_path = pg_catalog, pg_temp as $$
    declare
      was public.payouts;
      counted public.payouts;
    begin
      select * into was from public.payouts p where p.withdrawal_id = new.withdrawal_id;
      select * into counted from public.payouts_counted c where c.withdrawal_id = new.withdrawal_id;
      if was is not distinct from counted then return null; end if;
      delete from public.payouts p where p.withdrawal_id = new.withdrawal_id;
      if counted.withdrawal_id is not null then insert into public.payouts values (counted.*); end if;
      -- In the order of minutes, so that two of these can't wait for each other.
      insert into public.payout_minutes as m (minute, lamports)
      select c.minute, sum(c.lamports) from (values (was.minute, -was.lamports), (counted.minute, counted.lamports)) as c (minute, lamports)
       where c.minute is not null group by c.minute order by c.minute
      on conflict (minute) do update set lamports = m.lamports + excluded.lamports;
      return null;
    end $$`.execute(db);
  await createTriggers(db);
  // Creating the triggers has locked out everyone who stores or ends an attempt until the end.
  await sql`insert into payouts select withdrawal_id, minute, lamports from payouts_counted`.execute(db);
  await sql`insert into payout_minutes select minute, sum(lamports) from payouts group by minute`.execute(db);
  await sql`grant select on payouts, payout_minutes, payouts_counted to bbux_app`.execute(db);
  // The limits have read it until now.
  await sql`drop index payment_attempts_paid`.execute(db);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger payout_counted_if_new after insert on payment_attempts for each row
    when (new.withdrawal_id is not null and not new.cancels) execute function payout_changed()`.execute(db);
  const counts = (row: "old" | "new") => sql`(${sql.raw(row)}.state in ('SIGNED', 'SENT', 'REPLACED', 'FINALIZED'))`;
  await sql`
    create trigger payout_counted_if_changed after update on payment_attempts for each row
    when (new.withdrawal_id is not null and not new.cancels
          and (${counts("old")} is distinct from ${counts("new")} or old.stored_at is distinct from new.stored_at))
    execute function payout_changed()`.execute(db);
}
