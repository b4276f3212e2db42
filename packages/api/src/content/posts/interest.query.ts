import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";

/**
 * Returns whether a member has something to win or lose by a decision about a question: they asked it, with a bounty or without, or
 * they have an answer to it, even a hidden one, which may be restored.
 */
export async function hasInterest(db: Kysely<DB>, postId: string, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from posts where id = ${postId} and author_id = ${memberId}
    union all
    select from answers
    where post_id = ${postId} and author_id = ${memberId} and (deleted_at is null or hidden_at is not null)
    limit 1`.execute(db);
  return rows.length > 0;
}
