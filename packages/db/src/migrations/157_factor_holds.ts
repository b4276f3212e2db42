import { type Kysely, sql } from "kysely";

/** An added factor holds withdrawals, too, and the amount above which the app asks is a limit of payments (docs/adr/0040). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table security_holds drop constraint security_holds_cause_check,
      add constraint security_holds_cause_check check (
        cause in ('password_reset', 'factor_added', 'factor_removed', 'email_changed', 'frozen', 'staff_freeze'))`.execute(
    db,
  );
  // Set without a proof, and never meant as one.
  await sql`
    update users set settings = settings - 'confirmAbove'
     where settings->>'confirmAbove' ~ '^[0-9]+(\\.[0-9]+)?$' and (settings->>'confirmAbove')::numeric > 10`.execute(
    db,
  );
}
