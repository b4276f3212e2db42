import { type Kysely, sql } from "kysely";

/** Members can freeze their accounts: a hold that ends when they set a new password by mail (docs/adr/0040). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table security_holds drop constraint security_holds_cause_check,
      add constraint security_holds_cause_check
        check (cause in ('password_reset', 'factor_removed', 'email_changed', 'frozen')),
      add constraint security_holds_end check (cause = 'frozen' or until < 'infinity')`.execute(db);
}
