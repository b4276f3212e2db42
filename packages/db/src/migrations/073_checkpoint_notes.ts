import { type Kysely, sql } from "kysely";

/**
 * Checkpoints as C2SP notes, which others can cosign: what the platform signed about the Merkle tree of the log, and the
 * signatures of witnesses (docs/adr/0029).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // size: leaves, which are entries and checkpoints. frontier: the roots of the largest complete subtrees, left to right, 32 bytes
  // each: the tree goes on from here without what is before. body: the exact text that was signed.
  await sql`
    create table checkpoint_notes (
      day date primary key references transparency_checkpoints,
      size bigint not null unique check (size > 0),
      frontier bytea not null check (length(frontier) > 0 and length(frontier) % 32 = 0),
      body text not null,
      signature bytea not null check (length(signature) = 64)
    )`.execute(db);
  // witness: its key, as verifiers are given it. signature: time and signature, as they are in a signature line.
  await sql`
    create table checkpoint_cosignatures (
      day date not null references checkpoint_notes,
      witness text not null,
      cosigned_at timestamptz not null,
      signature bytea not null check (length(signature) = 72),
      primary key (day, witness)
    )`.execute(db);
  for (const table of [sql.table("checkpoint_notes"), sql.table("checkpoint_cosignatures")]) {
    await sql`
      create trigger append_only before update or delete or truncate on ${table}
      for each statement execute function transparency_refuse()`.execute(db);
    await sql`grant select, insert on ${table} to bbux_app`.execute(db);
  }
}
