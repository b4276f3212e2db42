import { type Kysely, sql } from "kysely";

/**
 * Changes to fees, rates, and thresholds by the community and operators. The latest row of a name applies; a name without
 * rows has its default. Rows are only ever added, so that the value at any time can be looked up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table parameter_changes (
      id bigint generated always as identity primary key,
      name text not null check (name ~ '^[a-zA-Z]{1,40}$'),
      value bigint not null,
      previous bigint not null,
      proposal_id bigint,
      actor_id bigint references users,
      reason text not null check (char_length(reason) between 1 and 500),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index parameter_changes_latest on parameter_changes (name, id desc)`.execute(db);
  await sql`grant select, insert on parameter_changes to bbux_app`.execute(db);
}
