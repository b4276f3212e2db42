import { type Kysely, sql } from "kysely";

/**
 * One vote per member and target; no vote is no row. Ids are unique across all kinds, so the target's id alone identifies it;
 * the kind is stored for recounting. The counters on posts, answers, and comments change in the vote's transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table votes (
      voter_id bigint not null references users,
      target_id bigint not null,
      target_kind text not null check (target_kind in ('post', 'answer', 'comment')),
      value smallint not null check (value in (-1, 1)),
      created_at timestamptz not null default now(),
      primary key (voter_id, target_id)
    )`.execute(db);

  // Votes imported without their voters: the base the counters start from.
  await sql`
    create table vote_bases (
      target_id bigint primary key,
      target_kind text not null check (target_kind in ('post', 'answer', 'comment')),
      upvotes integer not null check (upvotes >= 0),
      downvotes integer not null check (downvotes >= 0)
    )`.execute(db);
  // What was imported before there were votes counts as such.
  for (const [table, kind] of [
    ["posts", "post"],
    ["answers", "answer"],
    ["comments", "comment"],
  ] as const) {
    await sql`
      insert into vote_bases (target_id, target_kind, upvotes, downvotes)
      select id, ${kind}, upvotes, downvotes from ${sql.table(table)} where upvotes <> 0 or downvotes <> 0`.execute(db);
  }
  await sql`grant select, insert, update, delete on votes to bbux_app`.execute(db);
  await sql`grant select, insert on vote_bases to bbux_app`.execute(db);
}
