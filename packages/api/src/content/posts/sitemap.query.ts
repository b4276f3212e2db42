import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { isoTime } from "../../platform/queries/index.ts";

export interface ListedPost {
  readonly id: string;
  /** When it was written or last edited, in ISO 8601. */
  readonly changedAt: string;
}

/** Returns the public posts after an id, ordered by id. Uses the primary key, so it is fast anywhere in the list. */
export async function postsAfter(db: Kysely<DB>, id: string, limit: number): Promise<ListedPost[]> {
  const { rows } = await sql<ListedPost>`
    select id::text, ${sql.raw(isoTime("coalesce(edited_at, created_at)"))} as "changedAt"
    from posts where id > ${id}::bigint and deleted_at is null order by posts.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Returns every n-th post id; with {@link postsAfter} they split all posts into lists of at most `size`. Steps along
 * the primary key, without sorting or keeping what is in between.
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
  // If the last list is full, an empty one follows, which does no harm.
  return rows.map(({ id }) => id);
}
