import { toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import { AppError } from "../../errors.ts";

/**
 * An answer to this post, for a command that holds the post's lock: under it an answer can be neither deleted nor added,
 * so it needs none of its own.
 * @throws AppError NOT_FOUND, also for one of another post and a deleted one
 */
export async function findAnswer(
  trx: Transaction<DB>,
  postId: string,
  answerId: string,
): Promise<{ readonly id: string; readonly authorId: string }> {
  const id = toDbId(answerId);
  const answer =
    id === null
      ? undefined
      : await trx
          .selectFrom("answers")
          .select(["id", "author_id as authorId"])
          .where("id", "=", id)
          .where("post_id", "=", postId)
          .where("deleted_at", "is", null)
          .executeTakeFirst();
  if (!answer) throw new AppError("NOT_FOUND", { message: "Answer not found" });
  return answer;
}
