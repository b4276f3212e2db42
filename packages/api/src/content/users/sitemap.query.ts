import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";

/** Returns the names of members who posted or answered and haven't left, after an id, ordered by id. */
export async function authorsAfter(db: Kysely<DB>, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select u.username from author_counts c join users u on u.id = c.user_id
    where c.user_id > ${id}::bigint and (c.posts > 0 or c.answers > 0) and u.deleted_at is null
    order by c.user_id limit ${limit}`.execute(db);
  return rows.map(({ username }) => username);
}

/** Returns every n-th id of them, as for posts (posts/sitemap.query.ts). */
export async function authorsEvery(db: Kysely<DB>, size: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive step as (
      (select 0::bigint as id)
      union all
      select (select c.user_id from author_counts c join users u on u.id = c.user_id
        where c.user_id > step.id and (c.posts > 0 or c.answers > 0) and u.deleted_at is null
        order by c.user_id offset ${size - 1} limit 1)
      from step where step.id is not null)
    select id::text from step where id is not null`.execute(db);
  return rows.map(({ id }) => id);
}
