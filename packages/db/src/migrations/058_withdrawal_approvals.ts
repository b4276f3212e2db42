import { type Kysely, sql } from "kysely";

/** Large withdrawals are signed only after two admins have approved them, whatever process or role stores what was signed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table withdrawals
      -- What the member had withdrawn within 24 hours, this one included; null for those from before.
      add column day_amount bigint,
      -- It needs approvals, and is given back if it hasn't got them by then. Null if it needs none.
      add column approval_until timestamptz`.execute(db);
  await sql`
    alter table withdrawals drop constraint withdrawals_waits_for_check,
      add constraint withdrawals_waits_for_check
        check (waits_for in ('limit', 'hot_wallet', 'approval', 'float', 'nonce'))`.execute(db);
  await sql`
    create index withdrawals_unapproved on withdrawals (id) where state = 'REQUESTED' and approval_until is not null`.execute(
    db,
  );
  await createApprovals(db);
  await requireApprovals(db);
}

async function createApprovals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table withdrawal_approvals (
      id bigint primary key default nextval('ids'),
      withdrawal_id bigint not null references withdrawals,
      admin_id bigint not null references users,
      reason text not null check (reason <> ''),
      created_at timestamptz not null default clock_timestamp(),
      constraint withdrawal_approvals_once unique (withdrawal_id, admin_id)
    )`.execute(db);
  await sql`grant select, insert on withdrawal_approvals to bbux_app`.execute(db);
  await sql`
    create function check_approval() returns trigger language plpgsql as $$
    begin
      if not exists (
        select from public.withdrawals w join public.users u on u.id = new.admin_id
         where w.id = new.withdrawal_id and w.state = 'REQUESTED' and w.approval_until is not null and w.user_id <> u.id
           and u.role = 'admin' and u.deleted_at is null and u.suspended_at is null) then
        raise exception 'member % may not approve withdrawal %', new.admin_id, new.withdrawal_id using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger withdrawal_approvals_checked before insert on withdrawal_approvals
    for each row execute function check_approval()`.execute(db);
  await sql`
    create trigger withdrawal_approvals_kept before update or delete on withdrawal_approvals
    for each row execute function refuse_deletion()`.execute(db);
}

async function requireApprovals(db: Kysely<unknown>): Promise<void> {
  // The one place that says whose approval counts.
  await sql`
    create function approvals_of(p_withdrawal bigint) returns bigint language sql stable as $$
      select count(*) from public.withdrawal_approvals a
        join public.users u on u.id = a.admin_id
        join public.withdrawals w on w.id = a.withdrawal_id
       where a.withdrawal_id = p_withdrawal and u.id <> w.user_id
         and u.role = 'admin' and u.deleted_at is null and u.suspended_at is null
    $$`.execute(db);
  await sql`
    create function keep_need_of_approval() returns trigger language plpgsql as $$
    begin
      if old.approval_until is distinct from new.approval_until and (old.approval_until is not null or new.state <> 'REQUESTED') then
        raise exception 'withdrawal % needs approval or doesn''t: that stays', old.id using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger withdrawals_need_kept before update of approval_until on withdrawals
    for each row execute function keep_need_of_approval()`.execute(db);
  // A payment that restored books have forgotten and found on the chain has no bytes. One that only raises the fee of a signed
  // payment shares its nonce, so it pays nothing that couldn't be paid already.
  await sql`
    create function require_approvals_to_store() returns trigger language plpgsql as $$
    begin
      if exists (select from public.withdrawals w where w.id = new.withdrawal_id and w.approval_until is not null)
         and public.approvals_of(new.withdrawal_id) < 2
         and not exists (
           select from public.payment_attempts p
            where p.withdrawal_id = new.withdrawal_id and p.nonce_id = new.nonce_id and p.nonce_value = new.nonce_value
              and not p.cancels and p.state in ('SIGNED', 'SENT', 'REPLACED'))
      then
        raise exception 'withdrawal % isn''t approved by two admins', new.withdrawal_id using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger payment_attempts_approved before insert on payment_attempts for each row
    when (new.withdrawal_id is not null and not new.cancels and new.bytes <> '') execute function require_approvals_to_store()`.execute(
    db,
  );
  // At commit, when a payment that was found on the chain is stored, too.
  await sql`
    create function require_approvals_to_sign() returns trigger language plpgsql as $$
    begin
      if public.approvals_of(new.id) < 2 and not exists (
        select from public.payment_attempts p
         where p.withdrawal_id = new.id and p.bytes = '' and p.state in ('SENT', 'REPLACED', 'FINALIZED', 'FAILED', 'CANCELED'))
      then
        raise exception 'withdrawal % isn''t approved by two admins', new.id using errcode = 'LG004';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger withdrawals_approved after update on withdrawals deferrable initially deferred for each row
    when (new.approval_until is not null and new.state in ('SIGNED', 'SENT', 'FINALIZED') and old.state = 'REQUESTED')
    execute function require_approvals_to_sign()`.execute(db);
}
