import { type RawBuilder, sql } from "kysely";

/** Counters of one table that are counted together, and how. */
export interface CounterGroup {
  readonly table: "posts" | "answers" | "comments" | "tags" | "users";
  /** Columns, each with its value when there is nothing to count. */
  readonly columns: Readonly<Record<string, number>>;
  /** Writers set these columns to a fresh count; others are incremented. */
  readonly isSet?: true;
  /**
   * Selects rows of (id, …columns) with fresh counts; a row may be missing when there is nothing to count.
   * @param only narrows the named column to the rows in question
   */
  counted(only: (column: string) => RawBuilder<unknown>): RawBuilder<unknown>;
}

/** Votes plus the base that imported content starts from. */
function votes(table: "posts" | "answers" | "comments", kind: "post" | "answer" | "comment"): CounterGroup {
  return {
    table,
    columns: { upvotes: 0, downvotes: 0 },
    counted: (only) => sql`
      select id, sum(up) as upvotes, sum(down) as downvotes from (
        select target_id as id, count(*) filter (where value = 1) as up, count(*) filter (where value = -1) as down
        from votes where target_kind = ${sql.lit(kind)} and ${only("target_id")} group by target_id
        union all
        select target_id, upvotes, downvotes from vote_bases where target_kind = ${sql.lit(kind)} and ${only("target_id")}
      ) as parts group by id`,
  };
}

/** Every counter that is a column of the counted table's parent. Those with their own rows are in totals.sql.ts. */
export const COUNTERS: readonly CounterGroup[] = [
  votes("posts", "post"),
  votes("answers", "answer"),
  votes("comments", "comment"),
  {
    table: "posts",
    columns: { answer_count: 0 },
    counted: (only) => sql`
      select post_id as id, count(*) as answer_count from answers
      where deleted_at is null and ${only("post_id")} group by post_id`,
  },
  {
    table: "posts",
    columns: { comment_count: 0 },
    counted: (only) => sql`
      select post_id as id, count(*) as comment_count from comments
      where deleted_at is null and answer_id is null and ${only("post_id")} group by post_id`,
  },
  {
    table: "answers",
    columns: { comment_count: 0 },
    counted: (only) => sql`
      select answer_id as id, count(*) as comment_count from comments
      where deleted_at is null and answer_id is not null and ${only("answer_id")} group by answer_id`,
  },
  {
    table: "tags",
    columns: { post_count: 0 },
    counted: (only) => sql`
      select pt.tag_id as id, count(*) as post_count from post_tags pt join posts p on p.id = pt.post_id
      where p.deleted_at is null and ${only("pt.tag_id")} group by pt.tag_id`,
  },
  {
    table: "users",
    columns: { reputation_points: 0, reputation_rows: 0 },
    counted: (only) => sql`
      select user_id as id, sum(points) as reputation_points, count(*) as reputation_rows from reputation_events
      where ${only("user_id")} group by user_id`,
  },
  {
    table: "users",
    columns: { trusted_points: 0 },
    counted: (only) => sql`
      select member_id as id, sum(least(10, greatest(0, points))) as trusted_points from trust_given
      where ${only("member_id")} group by member_id`,
  },
  {
    // A member without ratings has 5 of 10 (docs/DECISIONS.md §2).
    table: "users",
    columns: { integrity_score: 5, total_ratings: 0 },
    isSet: true,
    counted: (only) => sql`
      select rated_id as id, round(avg(rating), 2) as integrity_score, count(*) as total_ratings from integrity_ratings
      where ${only("rated_id")} group by rated_id`,
  },
];

/** Builds `column = coalesce(counted, nothing)` for each column of a group, as an expression of two lists. */
export function sides(group: CounterGroup): { stored: RawBuilder<unknown>; counted: RawBuilder<unknown> } {
  const names = Object.entries(group.columns);
  return {
    stored: sql.join(names.map(([name]) => sql`t.${sql.ref(name)}`)),
    counted: sql.join(names.map(([name, nothing]) => sql`coalesce(c.${sql.ref(name)}, ${sql.lit(nothing)})`)),
  };
}

/** Selects rows `t` whose counters are wrong, with the fresh counts `c`. */
export function wrongRows(group: CounterGroup): RawBuilder<unknown> {
  const { stored, counted } = sides(group);
  return sql`
    from ${sql.table(group.table)} t left join (${group.counted(() => sql`true`)}) as c on c.id = t.id
    where row(${stored}) is distinct from row(${counted})`;
}
