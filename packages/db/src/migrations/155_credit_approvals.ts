import { type Kysely, sql } from "kysely";

/** What admins give to members: from a threshold on, it takes two of them (docs/adr/0025). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credit_approvals (
      id bigint primary key default nextval('ids'),
      suspense_id bigint references suspense_items,
      deposit_id bigint references waiting_deposits,
      admin_id bigint not null references users,
      -- To whom, and how much in base units. No member: it becomes the operator's float.
      member_id bigint references users,
      amount bigint not null check (amount > 0),
      -- It was enough by itself when it was given.
      alone boolean not null,
      reason text not null check (reason <> ''),
      created_at timestamptz not null default clock_timestamp(),
      check (num_nonnulls(suspense_id, deposit_id) = 1),
      check (deposit_id is null or member_id is not null)
    )`.execute(db);
  await sql`create index credit_approvals_suspense on credit_approvals (suspense_id) where suspense_id is not null`.execute(
    db,
  );
  await sql`create index credit_approvals_deposit on credit_approvals (deposit_id) where deposit_id is not null`.execute(
    db,
  );
  await sql`create index credit_approvals_alone on credit_approvals (created_at) where alone`.execute(db);
  await sql`grant select, insert on credit_approvals to bbux_app`.execute(db);
  await guardApprovals(db);
}

async function guardApprovals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function check_credit_approval() returns trigger language plpgsql as $$
    begin
      if new.admin_id = new.member_id
         or not exists (
           select from public.users u
            where u.id = new.admin_id and u.role = 'admin' and u.deleted_at is null and u.suspended_at is null)
         or not (new.alone or public.may_approve(new.admin_id))
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
  await sql`
    create trigger credit_approvals_checked before insert on credit_approvals
    for each row execute function check_credit_approval()`.execute(db);
  await sql`
    create trigger credit_approvals_kept before update or delete on credit_approvals
    for each row execute function refuse_deletion()`.execute(db);
}
