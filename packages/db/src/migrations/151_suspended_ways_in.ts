import { type Kysely, sql } from "kysely";

/**
 * Since when a second factor, a wallet or an account at a provider counts for nothing until its member confirms it (docs/adr/0036). What
 * was disputed is suspended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into security_holds (user_id, cause, until)
    select distinct user_id, 'password_reset', clock_timestamp() + interval '24 hours' from factors where disputed_at is not null
    on conflict (user_id, cause) do update set until = greatest(security_holds.until, excluded.until)`.execute(db);
  await sql`
    delete from recovery_codes c
     where exists (select from factors f where f.user_id = c.user_id and f.disputed_at is not null)
       and not exists (select from factors f
                        where f.user_id = c.user_id and f.confirmed_at is not null and f.disputed_at is null)`.execute(
    db,
  );
  await sql`alter table factors rename column disputed_at to suspended_at`.execute(db);
  await sql`alter table linked_logins add column suspended_at timestamptz`.execute(db);
}
