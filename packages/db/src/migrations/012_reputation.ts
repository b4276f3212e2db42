import { type Kysely, sql } from "kysely";

/**
 * Reputation: one immutable row per event; a member's points are the sum of their rows (docs/DECISIONS.md 3). One trigger and
 * one function write both under the lock of the member's row, so that they can't diverge, and daily caps and one-time rewards
 * hold under concurrency. The app can only read the rows and call the function.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reputation_events (
      id bigint primary key default nextval('ids'),
      user_id bigint not null references users,
      action text not null check (action ~ '^[A-Z][A-Z_]{2,39}$'),
      points integer not null,
      once_key text,
      post_id bigint references posts,
      source_id bigint,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create unique index reputation_once on reputation_events (user_id, once_key) where once_key is not null`.execute(
    db,
  );
  await sql`create index reputation_history on reputation_events (user_id, created_at desc, id desc)`.execute(db);
  await sql`create index reputation_source on reputation_events (source_id, action) where source_id is not null`.execute(
    db,
  );
  await createTotals(db);
  await createAward(db);
  await sql`grant select on reputation_events to bbux_app`.execute(db);
  await sql`revoke all on function reputation_award(bigint, jsonb, timestamptz) from public`.execute(db);
  await sql`grant execute on function reputation_award(bigint, jsonb, timestamptz) to bbux_app`.execute(db);
}

async function createTotals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function reputation_total() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update users u set reputation_points = u.reputation_points + added.points
      from (select user_id, sum(points)::int as points from added_rows group by user_id) as added
      where u.id = added.user_id and added.points <> 0;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger reputation_adds_up after insert on reputation_events
    referencing new table as added_rows for each statement execute function reputation_total()`.execute(db);
  await sql`
    create function reputation_frozen() returns trigger language plpgsql as $$
    begin
      raise exception 'A row of reputation is never changed: add the opposite one';
    end $$`.execute(db);
  await sql`
    create trigger reputation_is_append_only before update or delete on reputation_events
    for each row execute function reputation_frozen()`.execute(db);
}

/**
 * reputation_award(member, entries, at): each entry {action, points, once?, post?, source?} adds a row, unless one of these applies:
 *  - once:     the member already has a row with this key
 *  - reverse:  true adds the opposite of the sum of this action's and source's rows; nothing if the sum is 0
 *  - capGroup: [actions] and cap: the maximum number of rows above 0 of these actions on the UTC day of `at`
 *  - when:     {"contributions": n} posts and answers in the month of `at`; {"accepted": n} accepted answers;
 *              {"streak": n} consecutive days of DAILY_LOGIN that end today, with no such row among them
 * Crossing a milestone adds its row of 0 points, once. Returns what was added and which milestones were reached.
 */
async function createAward(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function reputation_award(member bigint, entries jsonb, at timestamptz)
    returns table (given text[], reached integer[])
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      e jsonb;
      before integer;
      after integer;
      worth integer;
      milestone integer;
      today timestamptz := date_trunc('day', at at time zone 'utc') at time zone 'utc';
      month_start timestamptz := date_trunc('month', at at time zone 'utc') at time zone 'utc';
    begin
      given := '{}';
      reached := '{}';
      select u.reputation_points into before from users u where u.id = member and u.deleted_at is null for no key update;
      if not found then
        return next;
        return;
      end if;
      for e in select value from jsonb_array_elements(entries) loop
        worth := (e ->> 'points')::int;
        if e ? 'once' and exists (
          select from reputation_events r where r.user_id = member and r.once_key = e ->> 'once') then
          continue;
        end if;
        if e ? 'capGroup' and (
          select count(*) from reputation_events r
          where r.user_id = member and r.created_at >= today and r.created_at < today + interval '1 day' and r.points > 0
            and r.action in (select jsonb_array_elements_text(e -> 'capGroup'))) >= (e ->> 'cap')::int then
          continue;
        end if;
        if (e -> 'when') ? 'contributions' and (
          (select count(*) from posts p where p.author_id = member and p.deleted_at is null
            and p.created_at >= month_start and p.created_at < month_start + interval '1 month') +
          (select count(*) from answers a where a.author_id = member and a.deleted_at is null
            and a.created_at >= month_start and a.created_at < month_start + interval '1 month')
          ) < (e #>> '{when,contributions}')::int then
          continue;
        end if;
        if (e -> 'when') ? 'accepted' and (
          select coalesce(sum(sign(r.points)), 0) from reputation_events r
          where r.user_id = member and r.action = 'ANSWER_ACCEPTED') < (e #>> '{when,accepted}')::int then
          continue;
        end if;
        if (e -> 'when') ? 'streak' and (
          (select count(*) from reputation_events r where r.user_id = member and r.action = 'DAILY_LOGIN'
            and r.created_at >= today - make_interval(days => (e #>> '{when,streak}')::int - 1)
            and r.created_at < today + interval '1 day') < (e #>> '{when,streak}')::int
          or exists (select from reputation_events r where r.user_id = member and r.action = e ->> 'action'
            and r.created_at >= today - make_interval(days => (e #>> '{when,streak}')::int - 1))) then
          continue;
        end if;
        if (e ->> 'reverse')::boolean then
          select -coalesce(sum(r.points), 0) into worth from reputation_events r
          where r.user_id = member and r.action = e ->> 'action' and r.source_id = (e ->> 'source')::bigint;
          if worth = 0 then
            continue;
          end if;
        end if;
        insert into reputation_events (user_id, action, points, once_key, post_id, source_id, created_at)
        values (member, e ->> 'action', worth, e ->> 'once', (e ->> 'post')::bigint, (e ->> 'source')::bigint, at);
        given := given || (e ->> 'action');
      end loop;
      select u.reputation_points into after from users u where u.id = member;
      foreach milestone in array array[100, 500, 1000, 5000, 10000] loop
        if before < milestone and after >= milestone then
          insert into reputation_events (user_id, action, points, once_key, created_at)
          values (member, 'REPUTATION_MILESTONE', 0, 'REPUTATION_MILESTONE:' || milestone, at)
          on conflict (user_id, once_key) where once_key is not null do nothing;
          if found then
            reached := reached || milestone;
          end if;
        end if;
      end loop;
      return next;
    end $$`.execute(db);
}
