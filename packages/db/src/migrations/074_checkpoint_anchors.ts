import { type Kysely, sql } from "kysely";

/**
 * Which transactions wrote the root of a checkpoint's note to the chain: attempts that use up a nonce and move nothing. Of those of
 * one day at most one lands, because they share the nonce, or follow one that can't land any more (docs/adr/0029).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table checkpoint_anchors (
      signature text primary key references payment_attempts (signature),
      day date not null references checkpoint_notes
    )`.execute(db);
  await sql`create index checkpoint_anchors_day on checkpoint_anchors (day)`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on checkpoint_anchors
    for each statement execute function transparency_refuse()`.execute(db);
  await sql`grant select, insert on checkpoint_anchors to bbux_app`.execute(db);
}
