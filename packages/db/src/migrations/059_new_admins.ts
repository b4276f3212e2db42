import { type Kysely, sql } from "kysely";

/**
 * An admin who was made in the app approves withdrawals only after 72 hours, so that a stolen session can't make its own approvers
 * (docs/adr/0025). One whom the database's owner has made, by an operator's command, does at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column admin_since timestamptz`.execute(db);
  await sql`update users set admin_since = created_at where role = 'admin'`.execute(db);
  await sql`
    create function note_new_admin() returns trigger language plpgsql as $$
    declare
      owned boolean := pg_has_role(current_user, (select relowner from pg_catalog.pg_class where oid = 'public.users'::regclass), 'member');
    begin
      if new.role <> 'admin' then
        new.admin_since := null;
      elsif tg_op = 'INSERT' or old.role <> 'admin' then
        new.admin_since := case when owned then '-infinity' else clock_timestamp() end;
      elsif not owned then
        new.admin_since := old.admin_since;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger users_new_admin before insert or update of role, admin_since on users
    for each row execute function note_new_admin()`.execute(db);
  await sql`
    create function may_approve(p_user bigint) returns boolean language sql stable as $$
      select exists (
        select from public.users u
         where u.id = p_user and u.role = 'admin' and u.deleted_at is null and u.suspended_at is null
           and u.admin_since <= clock_timestamp() - interval '72 hours')
    $$`.execute(db);
  await sql`
    create or replace function check_approval() returns trigger language plpgsql as $$
    begin
      if not public.may_approve(new.admin_id) or not exists (
        select from public.withdrawals w
         where w.id = new.withdrawal_id and w.state = 'REQUESTED' and w.approval_until is not null and w.user_id <> new.admin_id) then
        raise exception 'member % may not approve withdrawal %', new.admin_id, new.withdrawal_id using errcode = 'LG004';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create or replace function approvals_of(p_withdrawal bigint) returns bigint language sql stable as $$
      select count(*) from public.withdrawal_approvals a join public.withdrawals w on w.id = a.withdrawal_id
       where a.withdrawal_id = p_withdrawal and a.admin_id <> w.user_id and public.may_approve(a.admin_id)
    $$`.execute(db);
}
