import { type Kysely, sql } from "kysely";

/**
 * An alert about one of the platform's own payments is of a kind of its own, because an alert of `unexplained_outflow`
 * means that its signature was looked into. How long the reserves have been short is counted, and
 * the last shortfall that stopped payments is remembered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chain_state
      add column shortfall bigint not null default 0,
      add column shortfall_reports int not null default 0,
      add column shortfall_since timestamptz,
      add column stopped_at_shortfall bigint not null default 0`.execute(db);
  // Only the balance check put it like this.
  await sql`
    update alerts set kind = 'payment_in_doubt'
     where kind = 'unexplained_outflow' and detail like 'The hot wallet holds %'
       and subject in (select signature from payment_attempts)`.execute(db);
}
