import { type Kysely, sql } from "kysely";

/** An added factor holds withdrawals, too (docs/adr/0040). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table security_holds drop constraint security_holds_cause_check,
      add constraint security_holds_cause_check check (
        cause in ('password_reset', 'factor_added', 'factor_removed', 'email_changed', 'frozen', 'staff_freeze'))`.execute(
    db,
  );
}
