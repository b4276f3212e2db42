import { type Kysely, sql } from "kysely";

/** What accounts share, so that the votes of those that belong together count once (docs/adr/0039). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_traces (
      user_id bigint not null references users,
      kind text not null check (kind in ('network', 'device', 'wallet')),
      -- A keyed hash of a network, a hash of a device's id, or the address of a wallet that paid in.
      trace text not null check (length(trace) between 16 and 64),
      seen_at timestamptz not null,
      primary key (user_id, kind, trace)
    )`.execute(db);
  await sql`create index account_traces_shared on account_traces (kind, trace, seen_at desc)`.execute(db);
  await sql`create index account_traces_by_age on account_traces (seen_at)`.execute(db);
  // Shared by strangers, such as the wallet of an exchange: it says nothing about who uses it.
  await sql`
    create table public_traces (
      kind text not null check (kind in ('network', 'wallet')),
      trace text not null check (length(trace) between 16 and 64),
      reason text not null check (length(reason) between 1 and 500),
      marked_by bigint not null references users,
      created_at timestamptz not null,
      primary key (kind, trace)
    )`.execute(db);
  await sql`grant select, insert, update, delete on account_traces, public_traces to bbux_app`.execute(db);
  // Cast by someone tied to the author, who gives no points toward being established.
  await sql`alter table votes add column tied boolean not null default false`.execute(db);
  // False for a vote that is recorded but doesn't decide.
  await sql`alter table refund_votes add column counted boolean not null default true`.execute(db);
}
