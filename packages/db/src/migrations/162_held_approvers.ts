import { type Kysely, sql } from "kysely";

/**
 * An approval counts only while nothing holds the admin's own withdrawals, until all of the admin's sign-ins are ended, as by a new password, and once for all
 * accounts that share a browser (docs/adr/0025). An admin whose approval doesn't count any more can give another.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table withdrawal_approvals drop constraint withdrawal_approvals_once`.execute(db);
  await sql`create index withdrawal_approvals_given on withdrawal_approvals (withdrawal_id, admin_id)`.execute(db);
  await createRules(db);
  await countWithdrawals(db);
  await checkCredits(db);
}

async function createRules(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function are_one_person(p_one bigint, p_other bigint) returns boolean language sql stable as $$
      select coalesce(p_one = p_other, false) or exists (
        select from public.account_traces x join public.account_traces y on y.kind = x.kind and y.trace = x.trace
         where x.user_id = p_one and y.user_id = p_other and x.kind = 'device'
           and least(x.seen_at, y.seen_at) >= clock_timestamp() - interval '30 days')
    $$`.execute(db);
  await sql`
    create function has_hold(p_user bigint) returns boolean language sql stable as $$
      select exists (select from public.security_holds h where h.user_id = p_user and h.until > clock_timestamp())
    $$`.execute(db);
  // A freeze is a hold, and only a new password by mail ends it, which ends all access from before.
  await sql`
    create function approval_stands(p_admin bigint, p_at timestamptz) returns boolean language sql stable as $$
      select public.may_approve(p_admin) and not public.has_hold(p_admin) and not exists (
        select from public.users u where u.id = p_admin and u.access_ended_at >= p_at)
    $$`.execute(db);
}

async function countWithdrawals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function counting_approvals(p_withdrawal bigint) returns setof withdrawal_approvals language sql stable as $$
      select a.* from public.withdrawal_approvals a join public.withdrawals w on w.id = a.withdrawal_id
       where a.withdrawal_id = p_withdrawal and public.approval_stands(a.admin_id, a.created_at)
         and not public.are_one_person(a.admin_id, w.user_id)
         and not exists (
           select from public.withdrawal_approvals e
            where e.withdrawal_id = a.withdrawal_id and (e.created_at, e.id) < (a.created_at, a.id)
              and public.approval_stands(e.admin_id, e.created_at)
              and public.are_one_person(e.admin_id, a.admin_id))
    $$`.execute(db);
  await sql`
    create or replace function approvals_of(p_withdrawal bigint) returns bigint language sql stable as $$
      select count(*) from public.counting_approvals(p_withdrawal)
    $$`.execute(db);
  await sql`
    create or replace function check_approval() returns trigger language plpgsql as $$
    begin
      if not public.approval_stands(new.admin_id, new.created_at)
         or not exists (
           select from public.withdrawals w
            where w.id = new.withdrawal_id and w.state = 'REQUESTED' and w.approval_until is not null
              and not public.are_one_person(new.admin_id, w.user_id))
         or exists (
           select from public.counting_approvals(new.withdrawal_id) c where public.are_one_person(c.admin_id, new.admin_id)) then
        raise exception 'member % may not approve withdrawal %', new.admin_id, new.withdrawal_id using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
}

async function checkCredits(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function check_credit_approval() returns trigger language plpgsql as $$
    begin
      if public.are_one_person(new.admin_id, new.member_id)
         or not exists (
           select from public.users u
            where u.id = new.admin_id and u.role = 'admin' and u.deleted_at is null and u.suspended_at is null)
         or public.has_hold(new.admin_id)
         or not (new.alone or public.approval_stands(new.admin_id, new.created_at))
         or not exists (
           select from public.suspense_items s
            where s.id = new.suspense_id and s.resolved_at is null and s.amount = new.amount
           union all
           select from public.waiting_deposits w
            where w.id = new.deposit_id and w.state = 'WAITING' and w.user_id = new.member_id and w.amount = new.amount) then
        raise exception 'member % may not approve this credit', new.admin_id using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
}
