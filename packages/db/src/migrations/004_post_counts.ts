import { type Kysely, sql } from "kysely";

/**
 * Every page of the feed shows the number of posts, and counting would read them all. Each change of posts adds its
 * difference to one of eight rows per status, so that writers rarely contend for the same row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table post_counts (
      status text not null,
      shard smallint not null,
      n bigint not null,
      primary key (status, shard)
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create function count_new_posts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into post_counts (status, shard, n)
      select status, pg_backend_pid() % 8, count(*) from added where deleted_at is null group by status order by status
      on conflict (status, shard) do update set n = post_counts.n + excluded.n;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger posts_counted_on_insert after insert on posts
    referencing new table as added for each statement execute function count_new_posts()`.execute(db);

  // Per row and only for these two columns, so that changing other counters (an answer, a vote) costs nothing here.
  await sql`
    create function recount_post() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into post_counts (status, shard, n)
      select status, pg_backend_pid() % 8, sum(d) from (
        select new.status, 1 as d where new.deleted_at is null
        union all
        select old.status, -1 where old.deleted_at is null
      ) as changes group by status having sum(d) <> 0 order by status
      on conflict (status, shard) do update set n = post_counts.n + excluded.n;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger posts_counted_on_update after update of status, deleted_at on posts
    for each row when (old.status is distinct from new.status or old.deleted_at is distinct from new.deleted_at)
    execute function recount_post()`.execute(db);
  await sql`grant select on post_counts to bbux_app`.execute(db);
}
