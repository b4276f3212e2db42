import { type Kysely, sql } from "kysely";

/**
 * Staff who give up their role for less than 30 days get no new days of grace for a second factor (docs/adr/0036): otherwise colleagues could
 * toggle each other's roles and never need one. `staff_since` stays when the role ends, and the audit log knows when it did.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function note_new_staff() returns trigger language plpgsql as $$
    begin
      if new.role <> 'user' and (tg_op = 'INSERT' or old.role = 'user') and (new.staff_since is null or not exists (
        select from public.audit_log l
         where l.subject_id = new.id and l.action = 'ROLE_CHANGED' and l.details->>'to' = 'user'
           and l.created_at > clock_timestamp() - interval '30 days')) then
        new.staff_since := clock_timestamp();
      end if;
      return new;
    end $$`.execute(db);
}
