import { type Kysely, sql } from "kysely";

/** Members' bookmarks and integrity ratings: one rating per rater and rated member, where the latest counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bookmarks (
      id bigint not null unique default nextval('ids'),
      user_id bigint not null references users on delete cascade,
      post_id bigint not null references posts,
      created_at timestamptz not null,
      primary key (user_id, post_id)
    )`.execute(db);
  await sql`create index bookmarks_newest on bookmarks (user_id, created_at desc, id desc)`.execute(db);

  await sql`
    create table integrity_ratings (
      rated_id bigint not null references users,
      rater_id bigint not null references users,
      rating smallint not null check (rating between 1 and 10),
      reason text not null check (length(reason) between 1 and 500),
      context text not null,
      reference_id text,
      reference_type text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (rated_id, rater_id),
      check (rated_id <> rater_id)
    )`.execute(db);
  await sql`create index integrity_ratings_given on integrity_ratings (rater_id)`.execute(db);
  await sql`grant select, insert, update, delete on bookmarks, integrity_ratings to bbux_app`.execute(db);
}
