import { type Kysely, sql } from "kysely";

/** What the platform pays within an hour and a day is limited by the database's clock; what is above it waits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What kept the last pass from paying a requested withdrawal.
  await sql`alter table withdrawals add column waits_for text check (waits_for in ('limit', 'hot_wallet'))`.execute(db);
  // Null for what was signed before.
  await sql`alter table payment_attempts add column stored_at timestamptz`.execute(db);
  await sql`alter table payment_attempts alter column stored_at set default clock_timestamp()`.execute(db);
  await sql`
    create index payment_attempts_paid on payment_attempts ((coalesce(stored_at, created_at)))
     where withdrawal_id is not null and not cancels`.execute(db);
}
