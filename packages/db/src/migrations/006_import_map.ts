import { type Kysely, sql } from "kysely";

/**
 * Where imported content came from: which row of which site became which of our rows, under which license, and how far
 * each import has progressed. Both are written in the transaction that writes the content, so a killed import can
 * resume.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_map (
      source text not null check (length(source) between 1 and 253),
      kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
      external_id text not null check (length(external_id) <= 200),
      id bigint not null,
      licence text,
      primary key (source, kind, external_id)
    )`.execute(db);
  await sql`create index import_map_id on import_map (id)`.execute(db);
  await sql`
    create table import_progress (
      source text not null,
      stage text not null,
      file text not null,
      rows_done bigint not null default 0,
      finished boolean not null default false,
      counts jsonb not null default '{}',
      updated_at timestamptz not null default now(),
      primary key (source, stage)
    )`.execute(db);
  await sql`grant select on import_map, import_progress to bbux_app`.execute(db);
}
