import { type Kysely, sql } from "kysely";

/** The first response to a call with an Idempotency-Key, written in the call's own transaction (docs/DECISIONS.md 1.11). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_keys (
      user_id bigint not null references users on delete cascade,
      key text not null check (length(key) <= 200),
      request_hash bytea not null,
      response jsonb,
      created_at timestamptz not null default now(),
      primary key (user_id, key)
    )`.execute(db);
  await sql`create index idempotency_keys_age on idempotency_keys (created_at)`.execute(db);
  await sql`grant select, insert, update, delete on idempotency_keys to bbux_app`.execute(db);
}
