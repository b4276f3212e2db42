import { type Kysely, sql } from "kysely";

/** Links that make the first admin, by the hash of their token. Each start of a platform without an admin adds one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table setup_links (
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      created_at timestamptz not null,
      expires_at timestamptz not null check (expires_at > created_at)
    )`.execute(db);
  await sql`grant select, insert, delete on setup_links to bbux_app`.execute(db);
  // Admins add sets of tags.
  await sql`grant insert on tags to bbux_app`.execute(db);
}
