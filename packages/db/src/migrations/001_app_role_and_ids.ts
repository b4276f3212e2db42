import { type Kysely, sql } from "kysely";

/**
 * The role the app works under, and the one sequence that numbers everything: because no two rows share an id, an answer's
 * id is never mistaken for a post's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Roles belong to the whole server: this one may exist because of another database, or because someone who may create
  // roles did so and only granted it to us.
  await sql`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'bbux_app') then
        create role bbux_app nologin;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$
  `.execute(db);
  await sql`
    do $$ begin
      grant bbux_app to current_user;
    exception when insufficient_privilege then
      if not pg_has_role('bbux_app', 'member') then raise; end if;
    end $$
  `.execute(db);
  await sql`grant usage on schema public to bbux_app`.execute(db);
  await sql`create sequence ids as bigint start 1001 cache 32`.execute(db);
  await sql`grant usage on sequence ids to bbux_app`.execute(db);
}
