import { type Kysely, sql } from "kysely";

/** Every version of an edited post or answer, including the first and the current one, and links between posts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table revisions (
      id bigint primary key default nextval('ids'),
      target_id bigint not null,
      target_kind text not null check (target_kind in ('post', 'answer')),
      number integer not null check (number >= 1),
      author_id bigint references users,
      title text,
      content text not null,
      tags text[] not null default '{}',
      code_blocks jsonb not null default '[]',
      media jsonb not null default '[]',
      comment text,
      created_at timestamptz not null,
      unique (target_id, number)
    )`.execute(db);

  await sql`
    create table post_links (
      post_id bigint not null references posts on delete cascade,
      related_post_id bigint not null references posts on delete cascade,
      kind text not null check (kind in ('linked', 'duplicate')),
      primary key (post_id, related_post_id, kind),
      check (post_id <> related_post_id)
    )`.execute(db);
  await sql`create index post_links_back on post_links (related_post_id)`.execute(db);
  await sql`grant select, insert, update on revisions to bbux_app`.execute(db);
  await sql`grant select, insert, delete on post_links to bbux_app`.execute(db);
}
