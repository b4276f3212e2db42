import { type Kysely, sql } from "kysely";

/** Addresses that a member allows withdrawals to, and no others while the list is on (docs/adr/0045). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table allow_lists (
      user_id bigint primary key references users,
      since timestamptz not null,
      -- Set when the member turns the list off, which takes effect then.
      off_at timestamptz
    )`.execute(db);
  await sql`
    create table allowed_addresses (
      user_id bigint not null references users,
      address text not null check (length(address) between 32 and 44),
      label text not null default '' check (length(label) <= 40),
      added_at timestamptz not null,
      usable_at timestamptz not null,
      primary key (user_id, address)
    )`.execute(db);
  await sql`grant select, insert, update, delete on allow_lists, allowed_addresses to bbux_app`.execute(db);
}
