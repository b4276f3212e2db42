import { type Kysely, sql } from "kysely";

/**
 * The role that the app works under, the extensions it needs, and the one sequence that numbers everything: because no
 * two things share a number, the id of an answer is never mistaken for that of a post.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      create role bbux_app nologin;
    exception when duplicate_object or unique_violation then null;
    end $$
  `.execute(db);
  await sql`grant bbux_app to current_user`.execute(db);
  await sql`grant usage on schema public to bbux_app`.execute(db);
  await sql`create extension if not exists citext`.execute(db);
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create sequence ids as bigint start 1001 cache 32`.execute(db);
  await sql`grant usage on sequence ids to bbux_app`.execute(db);
}
