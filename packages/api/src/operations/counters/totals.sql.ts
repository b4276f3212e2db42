import { type RawBuilder, sql } from "kysely";

/** Totals that have their own rows instead of columns in the counted tables' parents. */
export interface Total {
  /** Its name in reports. */
  readonly counter: string;
  readonly table: "post_counts" | "post_weeks" | "platform_counts" | "author_counts";
  /** Rows of (subject text, n). */
  readonly stored: RawBuilder<unknown>;
  readonly counted: RawBuilder<unknown>;
  /** Adds to each subject the difference that `wrong (subject, stored, counted)` shows. */
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
];

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
