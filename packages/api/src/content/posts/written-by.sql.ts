import { type RawBuilder, sql } from "kysely";

/**
 * The rows that a member wrote, deleted and hidden ones included: a table expression. In two parts, because each has its own
 * partial index.
 */
export function writtenBy(table: "posts" | "answers" | "comments", authorId: string): RawBuilder<unknown> {
  const part = (state: RawBuilder<unknown>) =>
    sql`select * from ${sql.table(table)} where author_id = ${authorId}::bigint and deleted_at ${state}`;
  return sql`(${part(sql`is null`)} union all ${part(sql`is not null`)})`;
}
