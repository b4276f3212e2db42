import { type Kysely, sql } from "kysely";

/** What a text is, and the table that has it. */
const KINDS = { post: "posts", answer: "answers", comment: "comments" } as const;

/**
 * The HTML of posts, answers and comments, rendered once by the server (docs/adr/0048). Texts wait in a queue until the
 * renderer comes by, those that were written before this migration included. In tables of their own, so that rendering
 * updates neither a post nor its indexes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table rendered_texts (target_id bigint primary key, html text not null)`.execute(db);
  await sql`
    create table rendering_queue (
      target_id bigint primary key,
      kind text not null check (kind in ('post', 'answer', 'comment')),
      claimed_until timestamptz
    )`.execute(db);
  await sql`
    create function queue_new_texts() returns trigger language plpgsql as $$
    begin
      insert into rendering_queue (target_id, kind) select id, tg_argv[0] from added on conflict do nothing;
      return null;
    end $$`.execute(db);
  // HTML of an earlier version is never shown.
  await sql`
    create function queue_changed_text() returns trigger language plpgsql as $$
    begin
      delete from rendered_texts where target_id = new.id;
      insert into rendering_queue (target_id, kind) values (new.id, tg_argv[0])
      on conflict (target_id) do update set claimed_until = null;
      return null;
    end $$`.execute(db);
  for (const [kind, table] of Object.entries(KINDS)) {
    await sql`
      create trigger ${sql.raw(`${table}_queued_to_render`)} after insert on ${sql.table(table)}
      referencing new table as added for each statement execute function queue_new_texts(${sql.lit(kind)})`.execute(db);
    await sql`
      create trigger ${sql.raw(`${table}_requeued_to_render`)} after update of content on ${sql.table(table)}
      for each row when (old.content is distinct from new.content)
      execute function queue_changed_text(${sql.lit(kind)})`.execute(db);
    await sql`insert into rendering_queue (target_id, kind) select id, ${kind} from ${sql.table(table)}`.execute(db);
  }
  await sql`grant select, insert, update, delete on rendered_texts, rendering_queue to bbux_app`.execute(db);
}
