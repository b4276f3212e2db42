import { type Kysely, sql } from "kysely";

/**
 * The first steps that a new member is shown. Members who signed up before have no row and see none. Most steps are read from what the
 * member did; only reading leaves no trace, so it is stored here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table welcomes (
      user_id bigint primary key references users on delete cascade,
      read_at timestamptz,
      dismissed_at timestamptz
    )`.execute(db);
  await sql`grant select, insert, update, delete on welcomes to bbux_app`.execute(db);
}
