import { type Kysely, sql } from "kysely";

/**
 * The numbers on the front page and profiles, stored next to what they count: counting three million answers takes a quarter
 * of a second, and one member's fifty thousand a tenth. An answer counts while it and its post exist.
 * Lock order: after the rows of posts and answers and after post_counts, first platform_counts by name, then author_counts by
 * ascending id (the triggers' names put them after those of migration 004).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tables(db);
  await posts(db);
  await answers(db);
  await members(db);
  await reputationRows(db);
  await fill(db);
}

async function tables(db: Kysely<unknown>): Promise<void> {
  // answers; answered: posts with an accepted answer; bounties: posts with one, whatever its outcome; active: open and
  // unpaid; members; rewards: base units paid for bounties, which no later deletion takes back. Eight rows each, so that
  // writers rarely contend for one.
  await sql`
    create table platform_counts (
      name text not null check (name in ('active', 'answered', 'answers', 'bounties', 'members', 'rewards')),
      shard smallint not null,
      n numeric(38, 0) not null,
      primary key (name, shard)
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create table author_counts (
      user_id bigint primary key references users,
      posts integer not null default 0,
      answers integer not null default 0,
      accepted integer not null default 0
    ) with (fillfactor = 70)`.execute(db);
  await sql`grant select on platform_counts, author_counts to bbux_app`.execute(db);
  await sql`
    create function post_facts(status text, bounty_status text, bounty_amount bigint, accepted bigint, deleted timestamptz)
    returns table (name text, n numeric) language sql immutable as $$
      values
        ('active', (deleted is null and bounty_status = 'ESCROWED' and status = 'OPEN')::int::numeric),
        ('answered', (deleted is null and accepted is not null)::int),
        ('bounties', (deleted is null and bounty_status <> 'NONE')::int),
        ('rewards', case when bounty_status = 'PAID' then bounty_amount else 0 end)
    $$`.execute(db);
}

async function posts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function total_new_posts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into platform_counts (name, shard, n)
      select f.name, pg_backend_pid() % 8, sum(f.n)
      from added p, post_facts(p.status, p.bounty_status, p.bounty_amount, p.accepted_answer_id, p.deleted_at) as f
      where p.bounty_status <> 'NONE' or p.accepted_answer_id is not null
      group by f.name having sum(f.n) <> 0 order by f.name
      on conflict (name, shard) do update set n = platform_counts.n + excluded.n;
      insert into author_counts (user_id, posts)
      select author_id, count(*) from added where deleted_at is null group by author_id order by author_id
      on conflict (user_id) do update set posts = author_counts.posts + excluded.posts;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger posts_totalled_on_insert after insert on posts
    referencing new table as added for each statement execute function total_new_posts()`.execute(db);

  // Deleting a post also removes other people's answers to it, and restoring it brings them back.
  await sql`
    create function total_changed_post() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      came constant integer := (new.deleted_at is null)::int - (old.deleted_at is null)::int;
    begin
      insert into platform_counts (name, shard, n)
      select name, pg_backend_pid() % 8, sum(d) from (
        select name, n as d from post_facts(
          new.status, new.bounty_status, new.bounty_amount, new.accepted_answer_id, new.deleted_at)
        union all
        select name, -n from post_facts(
          old.status, old.bounty_status, old.bounty_amount, old.accepted_answer_id, old.deleted_at)
        union all
        select 'answers', came * count(*) from answers where came <> 0 and post_id = new.id and deleted_at is null
      ) as changes group by name having sum(d) <> 0 order by name
      on conflict (name, shard) do update set n = platform_counts.n + excluded.n;

      insert into author_counts (user_id, posts, answers, accepted)
      select author_id, sum(p), sum(a), sum(c) from (
        select new.author_id, came as p, 0 as a, 0 as c
        union all
        select author_id, 0, came,
          (new.deleted_at is null and id is not distinct from new.accepted_answer_id)::int -
          (old.deleted_at is null and id is not distinct from old.accepted_answer_id)::int
        from answers
        where post_id = new.id and deleted_at is null and (came <> 0 or id in (old.accepted_answer_id, new.accepted_answer_id))
      ) as changes group by author_id
      having sum(p) <> 0 or sum(a) <> 0 or sum(c) <> 0 order by author_id
      on conflict (user_id) do update set posts = author_counts.posts + excluded.posts,
        answers = author_counts.answers + excluded.answers, accepted = author_counts.accepted + excluded.accepted;
      return null;
    end $$`.execute(db);
  // A post's counters, which answers and votes change all the time, cost nothing here.
  await sql`
    create trigger posts_totalled_on_update
    after update of status, bounty_status, bounty_amount, accepted_answer_id, deleted_at on posts
    for each row when (
      (old.status, old.bounty_status, old.bounty_amount, old.accepted_answer_id, old.deleted_at)
      is distinct from (new.status, new.bounty_status, new.bounty_amount, new.accepted_answer_id, new.deleted_at))
    execute function total_changed_post()`.execute(db);
}

async function answers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function total_new_answers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into platform_counts (name, shard, n)
      select 'answers', pg_backend_pid() % 8, count(*)
      from added a join posts p on p.id = a.post_id and p.deleted_at is null
      where a.deleted_at is null having count(*) > 0
      on conflict (name, shard) do update set n = platform_counts.n + excluded.n;
      insert into author_counts (user_id, answers)
      select a.author_id, count(*) from added a join posts p on p.id = a.post_id and p.deleted_at is null
      where a.deleted_at is null group by a.author_id order by a.author_id
      on conflict (user_id) do update set answers = author_counts.answers + excluded.answers;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger answers_totalled_on_insert after insert on answers
    referencing new table as added for each statement execute function total_new_answers()`.execute(db);

  await sql`
    create function total_changed_answer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      came constant integer := (new.deleted_at is null)::int - (old.deleted_at is null)::int;
      accepted_answer bigint;
    begin
      select p.accepted_answer_id into accepted_answer from posts p where p.id = new.post_id and p.deleted_at is null;
      if found then
        insert into platform_counts (name, shard, n) values ('answers', pg_backend_pid() % 8, came)
        on conflict (name, shard) do update set n = platform_counts.n + excluded.n;
        insert into author_counts (user_id, answers, accepted)
        values (new.author_id, came, case when accepted_answer = new.id then came else 0 end)
        on conflict (user_id) do update set answers = author_counts.answers + excluded.answers,
          accepted = author_counts.accepted + excluded.accepted;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger answers_totalled_on_update after update of deleted_at on answers
    for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
    execute function total_changed_answer()`.execute(db);
}

/** Closed accounts no longer count. */
async function members(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function total_members() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into platform_counts (name, shard, n)
      values ('members', pg_backend_pid() % 8, (new.deleted_at is null)::int - (tg_op = 'UPDATE' and old.deleted_at is null)::int)
      on conflict (name, shard) do update set n = platform_counts.n + excluded.n;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_totalled_on_insert after insert on users
    for each row when (new.deleted_at is null) execute function total_members()`.execute(db);
  await sql`
    create trigger users_totalled_on_update after update of deleted_at on users
    for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function total_members()`.execute(
    db,
  );
}

/** The number of rows behind a member's points, stored and updated with the points. */
async function reputationRows(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column reputation_rows integer not null default 0`.execute(db);
  await sql`
    create or replace function reputation_total() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update users u set reputation_points = u.reputation_points + added.points, reputation_rows = u.reputation_rows + added.n
      from (select user_id, sum(points)::int as points, count(*)::int as n from added_rows group by user_id) as added
      where u.id = added.user_id;
      return null;
    end $$`.execute(db);
}

/** For existing data. */
async function fill(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into platform_counts (name, shard, n)
    select f.name, 0, sum(f.n)
    from posts p, post_facts(p.status, p.bounty_status, p.bounty_amount, p.accepted_answer_id, p.deleted_at) as f
    where p.bounty_status <> 'NONE' or p.accepted_answer_id is not null group by f.name
    union all
    select 'answers', 0, count(*) from answers a join posts p on p.id = a.post_id and p.deleted_at is null
    where a.deleted_at is null
    union all
    select 'members', 0, count(*) from users where deleted_at is null`.execute(db);
  await sql`
    insert into author_counts (user_id, posts, answers, accepted)
    select author_id, sum(p), sum(a), sum(c) from (
      select author_id, 1 as p, 0 as a, 0 as c from posts where deleted_at is null
      union all
      select a.author_id, 0, 1, (p.accepted_answer_id is not distinct from a.id)::int
      from answers a join posts p on p.id = a.post_id and p.deleted_at is null where a.deleted_at is null
    ) as written group by author_id`.execute(db);
  await sql`
    update users u set reputation_rows = r.n
    from (select user_id, count(*) as n from reputation_events group by user_id) as r where r.user_id = u.id`.execute(
    db,
  );
}
