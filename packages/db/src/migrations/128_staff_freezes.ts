import { type Kysely, sql } from "kysely";

/** Moderators and admins can freeze a member's withdrawals for some days, with a reason (docs/adr/0040). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table security_holds drop constraint security_holds_cause_check,
      add column since timestamptz, add column reason text, add column by_admin boolean,
      add constraint security_holds_cause_check
        check (cause in ('password_reset', 'factor_removed', 'email_changed', 'frozen', 'staff_freeze')),
      add constraint security_holds_staff
        check (num_nulls(since, reason, by_admin) = case cause when 'staff_freeze' then 0 else 3 end)`.execute(db);
}
