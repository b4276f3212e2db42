import { type Kysely, sql } from "kysely";

/**
 * Established members, whose votes decide about money (docs/adr/0031): they have points that other established members gave,
 * at most 10 from any one. `votes.established` and `reputation_events.giver_id` keep who was established at the time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Members first, as by whatever awards points meanwhile.
  await sql`alter table users add column trusted_points integer not null default 0 check (trusted_points >= 0)`.execute(
    db,
  );
  await sql`alter table votes add column established boolean not null default false`.execute(db);
  await sql`alter table reputation_events add column giver_id bigint references users`.execute(db);
  // Made while the community was small: a moderator decides it, whatever happens since.
  await sql`alter table refund_requests add column by_moderators boolean not null default false`.execute(db);
  // What each member has given each other one; of it, 10 count.
  await sql`
    create table trust_given (
      member_id bigint not null references users,
      giver_id bigint not null references users,
      points integer not null,
      primary key (member_id, giver_id),
      check (member_id <> giver_id)
    )`.execute(db);
  await sql`grant select on trust_given to bbux_app`.execute(db);
  await createRules(db);
  await rememberGivers(db);
  await countBefore(db);
  // Settling a bounty reads those of its answers.
  await sql`create index votes_established on votes (target_id) where established`.execute(db);
  await sql`create index users_trusted on users (trusted_points) where trusted_points > 0`.execute(db);
  await sql`create index users_staff on users (id) where role in ('moderator', 'admin')`.execute(db);
}

async function createRules(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function parameter_in_force(wanted text, configured bigint) returns bigint language sql stable as $$
      select coalesce((select value from parameter_changes where name = wanted order by id desc limit 1), configured)
    $$`.execute(db);
  await sql`
    create function is_established(u users, needed bigint, at timestamptz) returns boolean language sql stable as $$
      select u.deleted_at is null and u.suspended_at is null and (
        u.role in ('moderator', 'admin') or u.trusted_points >= needed and u.created_at <= at - interval '7 days')
    $$`.execute(db);
}

/** reputation_award also reads `giver`, of an established member; a reversed row takes the giver of the one that it reverses. */
async function rememberGivers(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare
      source text := pg_get_functiondef('reputation_award(bigint, jsonb, timestamptz)'::regprocedure);
      changed text;
    begin
      changed := replace(replace(source,
        'insert into reputation_events (user_id, action, points, once_key, post_id, source_id, created_at)
        values (member,',
        'insert into reputation_events (giver_id, user_id, action, points, once_key, post_id, source_id, created_at)
        values (case when (e ->> ''reverse'')::boolean then (
                  select r.giver_id from reputation_events r where r.user_id = member and r.action = e ->> ''action''
                     and r.source_id = (e ->> ''source'')::bigint order by r.id desc limit 1)
                else (e ->> ''giver'')::bigint end, member,'),
        E'\r', '');
      if changed = source then
        raise exception 'reputation_award is not what this migration changes';
      end if;
      execute changed;
    end $$`.execute(db);
  await sql`
    create or replace function reputation_total() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update users u set reputation_points = u.reputation_points + added.points, reputation_rows = u.reputation_rows + added.n
      from (select user_id, sum(points)::int as points, count(*)::int as n from added_rows group by user_id) as added
      where u.id = added.user_id;
      with given as (
        select user_id, giver_id, sum(points)::int as points from added_rows where giver_id is not null group by user_id, giver_id
      ), known as (
        insert into trust_given as t (member_id, giver_id, points) select user_id, giver_id, points from given
        on conflict (member_id, giver_id) do update set points = t.points + excluded.points
        returning member_id, giver_id, points
      ), change as (
        select k.member_id, sum(least(10, greatest(0, k.points)) - least(10, greatest(0, k.points - g.points)))::int as points
          from known k join given g on g.user_id = k.member_id and g.giver_id = k.giver_id group by k.member_id
      )
      update users u set trusted_points = u.trusted_points + change.points
        from change where u.id = change.member_id and change.points <> 0;
      return null;
    end $$`.execute(db);
}

/**
 * Counts what members gave before: staff are established, then those to whom they gave enough, and so on. An accepted answer counts as
 * the asker's gift; one that a settlement marked doesn't.
 */
async function countBefore(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table giving on commit drop as
      select v.voter_id as giver_id, coalesce(p.author_id, a.author_id, c.author_id) as member_id,
             case v.target_kind when 'answer' then 5 when 'post' then 2 else 1 end as points
        from votes v
        left join posts p on v.target_kind = 'post' and p.id = v.target_id
        left join answers a on v.target_kind = 'answer' and a.id = v.target_id
        left join comments c on v.target_kind = 'comment' and c.id = v.target_id
       where v.value = 1
      union all
      select p.author_id, a.author_id, 10 from posts p join answers a on a.id = p.accepted_answer_id
       where (select sum(r.points) from reputation_events r
               where r.user_id = a.author_id and r.action = 'ANSWER_ACCEPTED' and r.source_id = a.id) > 0`.execute(db);
  await sql`
    do $$
    declare
      before bigint := -1;
      now_established bigint;
    begin
      create temporary table established on commit drop as
        select id from users where role in ('moderator', 'admin') and deleted_at is null and suspended_at is null;
      loop
        select count(*) into now_established from established;
        exit when now_established = before;
        before := now_established;
        insert into established
          select u.id from users u join (
            select member_id, sum(points) as points from (
              select member_id, giver_id, least(10, sum(points)) as points from giving
               where giver_id in (select id from established) and member_id <> giver_id group by member_id, giver_id) as pairs
             group by member_id) as got on got.member_id = u.id
           where got.points >= 50 and u.created_at <= now() - interval '7 days' and u.deleted_at is null
             and u.suspended_at is null and u.id not in (select id from established);
      end loop;
      insert into trust_given (member_id, giver_id, points)
        select member_id, giver_id, sum(points) from giving
         where giver_id in (select id from established) and member_id <> giver_id group by member_id, giver_id;
      update users u set trusted_points = got.points from (
        select member_id, sum(least(10, points))::int as points from trust_given group by member_id) as got where got.member_id = u.id;
      update votes set established = true where voter_id in (select id from established);
    end $$`.execute(db);
}
