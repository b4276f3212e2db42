import { type Kysely, sql } from "kysely";

/**
 * Roots of the log that landed on the chain with the platform's mark and that no checkpoint of these books has: another process of
 * the platform had them signed, before the books were restored or in other hands (docs/adr/0029).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unknown_anchors (
      signature text primary key references payment_attempts (signature),
      size bigint not null check (size > 0),
      root text not null check (root ~ '^[A-Za-z0-9+/]{43}=$')
    )`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on unknown_anchors
    for each statement execute function transparency_refuse()`.execute(db);
  await sql`grant select, insert on unknown_anchors to bbux_app`.execute(db);
}
