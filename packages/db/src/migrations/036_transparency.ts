import { type Kysely, sql } from "kysely";
import { createTransparencyLog } from "./transparency/log.ts";
import { logTransfers } from "./transparency/transfers.ts";

/**
 * The transparency log: one line for everything that moved money or decided about it, written in its transaction and soon
 * sealed into a hash chain by a single writer (docs/adr/0014); and the checkpoints of it, published and signed once a day,
 * with a Merkle sum tree of what every member is owed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTransparencyLog(db);
  await logTransfers(db);

  // `body` is the exact text that was signed; totals are by kind of account, in base units as strings.
  await sql`
    create table transparency_checkpoints (
      day date primary key,
      seq bigint not null,
      hash bytea not null,
      totals jsonb not null,
      members integer not null,
      liabilities numeric(38, 0) not null,
      root bytea not null,
      body text not null,
      signature bytea not null,
      public_key text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on transparency_checkpoints
    for each statement execute function transparency_refuse()`.execute(db);

  // The trees of the latest days: level by level, and each member's own leaves. External storage, because it is read in slices.
  await sql`
    create table liability_levels (
      day date not null references transparency_checkpoints,
      level smallint not null,
      nodes bytea not null,
      primary key (day, level)
    )`.execute(db);
  await sql`alter table liability_levels alter column nodes set storage external`.execute(db);
  await sql`
    create table liability_shares (
      day date not null references transparency_checkpoints,
      user_id bigint not null,
      amount bigint not null,
      positions integer[] not null,
      amounts bigint[] not null,
      nonces bytea[] not null,
      primary key (day, user_id)
    )`.execute(db);
  await sql`grant select, insert on transparency_checkpoints to bbux_app`.execute(db);
  await sql`grant select, insert, delete on liability_levels, liability_shares to bbux_app`.execute(db);
}
