import { toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import { answerNotFound } from "../parts/index.ts";

export interface FoundAnswer {
  readonly id: string;
  readonly authorId: string;
  /** Whether its author has left the platform. */
  readonly authorLeft: boolean;
}

/**
 * Returns an answer to this post, for a command that holds the post's lock. Under that lock no answer can be deleted or
 * added, so the answer needs no separate lock. Its author can't leave before the command has ended.
 * @param options.gone includes hidden and deleted answers
 * @throws AppError NOT_FOUND, also for an answer to another post and for one that is gone
 */
export async function findAnswer(
  trx: Transaction<DB>,
  postId: string,
  answerId: string,
  options: { readonly gone?: true } = {},
): Promise<FoundAnswer> {
  const id = toDbId(answerId);
  const answer =
    id === null
      ? undefined
      : await trx
          .selectFrom("answers")
          .innerJoin("users", "users.id", "answers.author_id")
          .select(["answers.id", "author_id as authorId", "users.deleted_at as leftAt"])
          .where("answers.id", "=", id)
          .where("post_id", "=", postId)
          .$if(options.gone !== true, (query) => query.where("answers.deleted_at", "is", null))
          .forKeyShare(["users"])
          .executeTakeFirst();
  if (!answer) throw answerNotFound();
  return { id: answer.id, authorId: answer.authorId, authorLeft: answer.leftAt !== null };
}
