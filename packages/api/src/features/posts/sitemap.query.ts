import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { isoTime } from "./post.sql.ts";

export interface ListedPost {
  readonly id: string;
  /** When it was written or last edited, ISO. */
  readonly changedAt: string;
}

/** The posts that visitors see and whose ids come after one, by id: by the primary key, wherever in the list they stand. */
export async function postsAfter(db: Kysely<DB>, id: string, limit: number): Promise<ListedPost[]> {
  const { rows } = await sql<ListedPost>`
    select id::text, ${sql.raw(isoTime("coalesce(edited_at, created_at)"))} as "changedAt"
    from posts where id > ${id}::bigint and deleted_at is null order by posts.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * The id of every so many'th post: with {@link postsAfter} they part all posts into lists of at most `size`. It steps from one to
 * the next by the primary key, without sorting or keeping what lies between.
 */
export async function postsEvery(db: Kysely<DB>, size: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive step as (
      (select 0::bigint as id)
      union all
      select (select p.id from posts p where p.id > step.id and p.deleted_at is null
        order by p.id offset ${size - 1} limit 1)
      from step where step.id is not null)
    select id::text from step where id is not null`.execute(db);
  // Where the last list is full nothing follows it: an empty one does no harm.
  return rows.map(({ id }) => id);
}
