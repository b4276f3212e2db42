import { type Kysely, sql } from "kysely";

/**
 * For feeds of a large community: the number of posts per week, so that a distant page is found without walking to it and a
 * filter's total without counting; and, in post_tags, the columns a tag's feed can be filtered by, so that its index suffices.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await weeks(db);
  await tags(db);
}

/** Weeks begin on Monday, UTC. Four rows per kind of post, so that writers rarely contend for one. */
async function weeks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function week_of(at timestamptz) returns date language sql immutable parallel safe
    return date_trunc('week', at at time zone 'utc')::date`.execute(db);
  await sql`
    create function week_start(week date) returns timestamptz language sql immutable parallel safe
    return week::timestamp at time zone 'utc'`.execute(db);
  await sql`
    create table post_weeks (
      week date not null,
      status text not null,
      has_bounty boolean not null,
      shard smallint not null,
      n bigint not null,
      primary key (week, status, has_bounty, shard)
    ) with (fillfactor = 50)`.execute(db);
  await sql`grant select on post_weeks to bbux_app`.execute(db);
  await sql`
    create function week_new_posts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into post_weeks (week, status, has_bounty, shard, n)
      select week_of(created_at), status, bounty_amount > 0, pg_backend_pid() % 4, count(*)
      from added where deleted_at is null group by 1, 2, 3 order by 1, 2, 3
      on conflict (week, status, has_bounty, shard) do update set n = post_weeks.n + excluded.n;
      return null;
    end $$`.execute(db);
  // The names put them after the triggers of migrations 004 and 023, so that locks are taken in one order.
  await sql`
    create trigger posts_weekly_on_insert after insert on posts
    referencing new table as added for each statement execute function week_new_posts()`.execute(db);
  await sql`
    create function week_changed_post() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into post_weeks (week, status, has_bounty, shard, n)
      select week, status, has_bounty, pg_backend_pid() % 4, sum(d) from (
        select week_of(new.created_at) as week, new.status, new.bounty_amount > 0 as has_bounty, 1 as d
        where new.deleted_at is null
        union all
        select week_of(old.created_at), old.status, old.bounty_amount > 0, -1 where old.deleted_at is null
      ) as changes group by week, status, has_bounty having sum(d) <> 0 order by 1, 2, 3
      on conflict (week, status, has_bounty, shard) do update set n = post_weeks.n + excluded.n;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger posts_weekly_on_update after update of created_at, status, bounty_amount, deleted_at on posts
    for each row when (
      (old.created_at, old.status, old.bounty_amount > 0, old.deleted_at is null)
      is distinct from (new.created_at, new.status, new.bounty_amount > 0, new.deleted_at is null))
    execute function week_changed_post()`.execute(db);
  await sql`
    insert into post_weeks (week, status, has_bounty, shard, n)
    select week_of(created_at), status, bounty_amount > 0, 0, count(*) from posts where deleted_at is null group by 1, 2, 3`.execute(
    db,
  );
}

async function tags(db: Kysely<unknown>): Promise<void> {
  await sql`alter table post_tags add column status text not null default 'OPEN'`.execute(db);
  await sql`alter table post_tags add column has_bounty boolean not null default false`.execute(db);
  await sql`
    update post_tags pt set status = p.status, has_bounty = p.bounty_amount > 0
    from posts p where p.id = pt.post_id and (p.status <> 'OPEN' or p.bounty_amount > 0)`.execute(db);
  await sql`drop index post_tags_newest`.execute(db);
  await sql`
    create index post_tags_newest on post_tags (tag_id, post_created_at desc, post_id desc)
    include (status, has_bounty) where shown`.execute(db);
  await sql`
    create function describe_tagged_post() returns trigger language plpgsql as $$
    begin
      select p.created_at, p.deleted_at is null, p.status, p.bounty_amount > 0
      into new.post_created_at, new.shown, new.status, new.has_bounty from posts p where p.id = new.post_id;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger post_tags_describe_post before insert on post_tags
    for each row execute function describe_tagged_post()`.execute(db);
  await sql`
    create or replace function follow_post_in_tags() returns trigger language plpgsql as $$
    begin
      update post_tags
      set shown = new.deleted_at is null, post_created_at = new.created_at, status = new.status, has_bounty = new.bounty_amount > 0
      where post_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`drop trigger posts_followed_in_tags on posts`.execute(db);
  await sql`
    create trigger posts_followed_in_tags after update of created_at, status, bounty_amount, deleted_at on posts
    for each row when (
      (old.created_at, old.status, old.bounty_amount > 0, old.deleted_at is null)
      is distinct from (new.created_at, new.status, new.bounty_amount > 0, new.deleted_at is null))
    execute function follow_post_in_tags()`.execute(db);
}
