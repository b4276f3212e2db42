import { LIMITS, type Post, toDbId } from "@bbux/contract";
import { type DB, statement } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { AppError } from "../../errors.ts";
import { answersJson } from "../answers/answers.sql.ts";
import { commentsJson } from "../comments/comments.sql.ts";
import { postFields } from "./post.sql.ts";

const wholePost = statement(
  (id: string, now: Date) => sql<{ post: Post }>`
    select json_build_object(${postFields("content", now)},
      'answers', ${answersJson(LIMITS.thread, 0)},
      'comments', ${commentsJson(LIMITS.thread, 0)}) as post
    from posts p join users u on u.id = p.author_id
    where p.id = ${id} and p.deleted_at is null`,
);

/**
 * A whole post with its first answers and comments, in one round trip.
 * @throws AppError NOT_FOUND for an unknown or deleted one
 */
export async function getPost(db: Kysely<DB>, postId: string, now: Date): Promise<Post> {
  const id = toDbId(postId);
  if (id === null) throw new AppError("NOT_FOUND", { message: "Post not found" });
  const [row] = await wholePost(db, id, now);
  if (!row) throw new AppError("NOT_FOUND", { message: "Post not found" });
  return row.post;
}
