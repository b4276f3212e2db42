import { type Kysely, sql } from "kysely";

/**
 * What the community and operators have changed of fees, rates and thresholds. The latest row of a name is in force; a
 * name without one has its default. Rows are only added, so that it can be seen what held when.
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
