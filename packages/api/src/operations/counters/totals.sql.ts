import { type RawBuilder, sql } from "kysely";

/** Totals that have their own rows instead of columns in the counted tables' parents. */
export interface Total {
  /** Its name in reports. */
  readonly counter: string;
  readonly table: "post_counts" | "post_weeks" | "platform_counts" | "author_counts" | "post_activity";
  /** Rows of (subject text, n). */
  readonly stored: RawBuilder<unknown>;
  readonly counted: RawBuilder<unknown>;
  /** Adds to each subject the difference that `wrong (subject, stored, counted)` shows, or finds its value again. */
  readonly mend: RawBuilder<unknown>;
}

/** Answers that readers see, so neither they nor their posts are gone. */
const seenAnswers = sql`answers a join posts p on p.id = a.post_id and p.deleted_at is null where a.deleted_at is null`;

export const TOTALS: readonly Total[] = [
  {
    counter: "post_counts",
    table: "post_counts",
    stored: sql`select status as subject, sum(n) as n from post_counts group by status`,
    counted: sql`select status as subject, count(*) as n from posts where deleted_at is null group by status`,
    mend: sql`
      insert into post_counts (status, shard, n) select subject, 0, counted - stored from wrong
      on conflict (status, shard) do update set n = post_counts.n + excluded.n`,
  },
  {
    counter: "post_weeks",
    table: "post_weeks",
    stored: sql`
      select concat_ws(' ', week, status, has_bounty) as subject, sum(n) as n from post_weeks group by week, status, has_bounty`,
    counted: sql`
      select concat_ws(' ', week_of(created_at), status, bounty_amount > 0) as subject, count(*) as n
      from posts where deleted_at is null group by 1`,
    mend: sql`
      insert into post_weeks (week, status, has_bounty, shard, n)
      select split_part(subject, ' ', 1)::date, split_part(subject, ' ', 2), split_part(subject, ' ', 3)::boolean, 0, counted - stored
      from wrong
      on conflict (week, status, has_bounty, shard) do update set n = post_weeks.n + excluded.n`,
  },
  {
    counter: "platform_counts",
    table: "platform_counts",
    stored: sql`select name as subject, sum(n) as n from platform_counts group by name`,
    counted: sql`
      select f.name as subject, sum(f.n) as n
      from posts p, post_facts(p.status, p.bounty_status, p.bounty_amount, p.accepted_answer_id, p.deleted_at) as f
      where p.bounty_status <> 'NONE' or p.accepted_answer_id is not null group by f.name
      union all select 'answers', count(*) from ${seenAnswers}
      union all select 'members', count(*) from users where deleted_at is null
      union all select 'staked', coalesce(sum(amount), 0) from stakes
      union all select 'stakers', count(*) from stakes where amount > 0`,
    mend: sql`
      insert into platform_counts (name, shard, n) select subject, 0, counted - stored from wrong
      on conflict (name, shard) do update set n = platform_counts.n + excluded.n`,
  },
  ofAuthor(
    "posts",
    sql`select author_id::text as subject, count(*) as n from posts where deleted_at is null group by author_id`,
  ),
  ofAuthor("answers", sql`select a.author_id::text as subject, count(*) as n from ${seenAnswers} group by a.author_id`),
  ofAuthor(
    "accepted",
    sql`select a.author_id::text as subject, count(*) as n from ${seenAnswers} and p.accepted_answer_id = a.id group by a.author_id`,
  ),
  ofPost("shown", sql`shown::int`, sql`select id::text as subject, (deleted_at is null)::int as n from posts`),
  ofPost(
    "waiting",
    sql`waiting::int`,
    sql`select id::text as subject, waits_for_answer(status, answer_count, deleted_at)::int as n from posts`,
  ),
  ofPost(
    "active_at",
    micros(sql`active_at`),
    sql`
      select p.id::text as subject, ${micros(sql`greatest(p.created_at, p.edited_at, a.at, c.at)`)} as n
      from posts p
      left join (
        select post_id, max(greatest(created_at, edited_at)) as at from answers where deleted_at is null group by post_id
      ) as a on a.post_id = p.id
      left join (
        select c.post_id, max(c.created_at) as at from comments c left join answers b on b.id = c.answer_id
        where c.deleted_at is null and b.deleted_at is null group by c.post_id
      ) as c on c.post_id = p.id`,
  ),
];

/** Microseconds since 1970, so that times compare like counts. */
function micros(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(extract(epoch from ${at}) * 1000000)::bigint`;
}

/** What the feed's tabs are read from, which triggers keep. */
function ofPost(
  column: "shown" | "waiting" | "active_at",
  stored: RawBuilder<unknown>,
  counted: RawBuilder<unknown>,
): Total {
  return {
    counter: `post_activity.${column}`,
    table: "post_activity",
    stored: sql`select post_id::text as subject, ${stored} as n from post_activity`,
    counted,
    mend: sql`
      insert into post_activity (post_id, post_created_at, active_at, shown, waiting)
      select id, created_at, last_activity(id), deleted_at is null, waits_for_answer(status, answer_count, deleted_at)
      from posts where id = any (array(select subject::bigint from wrong))
      on conflict (post_id) do update set post_created_at = excluded.post_created_at, active_at = excluded.active_at,
        shown = excluded.shown, waiting = excluded.waiting`,
  };
}

function ofAuthor(column: "posts" | "answers" | "accepted", counted: RawBuilder<unknown>): Total {
  const name = sql.ref(column);
  return {
    counter: `author_counts.${column}`,
    table: "author_counts",
    stored: sql`select user_id::text as subject, ${name} as n from author_counts`,
    counted,
    mend: sql`
      insert into author_counts (user_id, ${name}) select subject::bigint, counted - stored from wrong order by subject::bigint
      on conflict (user_id) do update set ${name} = author_counts.${name} + excluded.${name}`,
  };
}

/** Selects the subjects of a total that is wrong, with both values. */
export function wrongTotals({ stored, counted }: Total): RawBuilder<unknown> {
  return sql`
    select coalesce(s.subject, c.subject) as subject, coalesce(s.n, 0) as stored, coalesce(c.n, 0) as counted
    from (${stored}) as s full join (${counted}) as c on c.subject = s.subject
    where coalesce(s.n, 0) <> coalesce(c.n, 0)`;
}
