import { type Kysely, sql } from "kysely";

/**
 * The tree of what members are owed, by place: a member's leaves are where their deposit address and a code of theirs put them
 * (docs/adr/0023). Trees of the former kind are dropped; their checkpoints stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table liability_levels, liability_shares`.execute(db);
  // Of the latest days. A level has 2^level nodes, the root is level 0; external storage, because it is read in slices.
  await sql`
    create table liability_branches (
      day date not null references transparency_checkpoints,
      level smallint not null,
      nodes bytea not null,
      primary key (day, level)
    )`.execute(db);
  await sql`alter table liability_branches alter column nodes set storage external`.execute(db);
  // The leaves below a node of the lowest level, by ascending position.
  await sql`
    create table liability_leaves (
      day date not null references transparency_checkpoints,
      bucket integer not null,
      leaves bytea not null,
      primary key (day, bucket)
    )`.execute(db);
  // The codes that a tree was built with, because members change theirs.
  await sql`
    create table liability_codes (
      day date not null references transparency_checkpoints,
      user_id bigint not null,
      code text not null,
      primary key (day, user_id)
    )`.execute(db);
  // A random code each, which is computed for every row that exists.
  await sql`
    alter table wallets add column proof_code text not null default replace(gen_random_uuid()::text, '-', '')
      constraint wallets_proof_code_check check (proof_code ~ '^[!-~][ -~]{10,62}[!-~]$')`.execute(db);
  await sql`grant select, insert, delete on liability_branches, liability_leaves, liability_codes to bbux_app`.execute(
    db,
  );
}
