import { type Kysely, sql } from "kysely";

/** Withdrawals wait for a while after what a thief would do first (docs/adr/0040), whatever process or role stores what was signed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table security_holds (
      user_id bigint not null references users,
      cause text not null check (cause in ('password_reset', 'factor_removed', 'email_changed')),
      until timestamptz not null,
      primary key (user_id, cause)
    )`.execute(db);
  await sql`grant select, insert, update, delete on security_holds to bbux_app`.execute(db);
  // Of a large withdrawal to a new address; null for others.
  await sql`alter table withdrawals add column held_until timestamptz`.execute(db);
  await sql`
    create function keep_hold() returns trigger language plpgsql as $$
    begin
      if old.held_until is distinct from new.held_until then
        raise exception 'the hold of withdrawal % stays', old.id using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger withdrawals_hold_kept before update of held_until on withdrawals
    for each row execute function keep_hold()`.execute(db);
  // The one place that says what holds a withdrawal: of several holds, the one that ends last.
  await sql`
    create function payout_hold(p_withdrawal bigint) returns table (cause text, until timestamptz) language sql stable as $$
      select held.cause, held.until from (
        select h.cause, h.until from public.withdrawals w join public.security_holds h on h.user_id = w.user_id
         where w.id = p_withdrawal
        union all
        select 'new_address', w.held_until from public.withdrawals w where w.id = p_withdrawal) as held
       where held.until > clock_timestamp() order by held.until desc, held.cause limit 1
    $$`.execute(db);
  // As with approvals: what was found on the chain is stored, and a signed payment may raise its fee.
  await sql`
    create function refuse_to_store_held() returns trigger language plpgsql as $$
    begin
      if exists (select from public.payout_hold(new.withdrawal_id))
         and not exists (
           select from public.payment_attempts p
            where p.withdrawal_id = new.withdrawal_id and p.nonce_id = new.nonce_id and p.nonce_value = new.nonce_value
              and not p.cancels and p.state in ('SIGNED', 'SENT', 'REPLACED'))
      then
        raise exception 'withdrawal % is held', new.withdrawal_id using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger payment_attempts_not_held before insert on payment_attempts for each row
    when (new.withdrawal_id is not null and not new.cancels and new.bytes <> '') execute function refuse_to_store_held()`.execute(
    db,
  );
}
