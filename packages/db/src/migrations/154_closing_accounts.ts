import { type Kysely, sql } from "kysely";

/** When an account that holds BBUX and that its member has closed is closed for good; until then it can be kept (docs/adr/0008). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column closes_at timestamptz check (closes_at is null or deleted_at is null)`.execute(
    db,
  );
  await sql`create index users_closing on users (id) where closes_at is not null`.execute(db);
}
