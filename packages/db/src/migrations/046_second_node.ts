import { type Kysely, sql } from "kysely";

const NEXT = [
  ["WAITING", "BOOKED"],
  ["WAITING", "RETRACTED"],
  ["RETRACTED", "WAITING"],
  ["RETRACTED", "BOOKED"],
] as const;

/**
 * Deposits that a node has shown and that aren't credited yet, because a second node or an admin has to agree; and when the
 * second node last answered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chain_state add column witness_seen_at timestamptz`.execute(db);
  await sql`
    create table waiting_deposits (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users,
      address text not null,
      signature text not null,
      amount bigint not null check (amount > 0),
      slot bigint not null,
      -- As the member announced it.
      type text check (type in ('direct_deposit', 'manual_deposit')),
      -- What it waits for.
      reason text not null check (reason in ('second_node', 'nodes_disagree', 'approval')),
      -- RETRACTED: the node that showed it doesn't show it any more.
      state text not null default 'WAITING' check (state in ('WAITING', 'BOOKED', 'RETRACTED')),
      checked_at timestamptz not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint waiting_deposits_once unique (signature, address)
    )`.execute(db);
  await sql`create index waiting_deposits_open on waiting_deposits (user_id) where state = 'WAITING'`.execute(db);
  await sql`grant select, insert, update on waiting_deposits to bbux_app`.execute(db);
  for (const [state, next] of NEXT) {
    await sql`insert into state_transitions values ('waiting_deposits', ${state}, ${next})`.execute(db);
  }
  await sql`
    create trigger waiting_deposits_transition before update on waiting_deposits
    for each row execute function require_transition('state')`.execute(db);
  await sql`
    create trigger waiting_deposits_kept before delete on waiting_deposits
    for each row execute function refuse_deletion()`.execute(db);
}
