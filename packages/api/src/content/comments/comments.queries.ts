import { type Comment, type listCommentsInput, type listCommentsOutput, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { answerNotFound, commentsJson, postNotFound } from "../parts/index.ts";
import { votesOn } from "../posts/index.ts";

/** Returns the comments on a post or on one of its answers, by net votes. @throws AppError NOT_FOUND for an unknown one */
export async function listComments(
  db: Kysely<DB>,
  input: z.infer<typeof listCommentsInput>,
  viewerId: string | null,
): Promise<z.infer<typeof listCommentsOutput>> {
  const postId = toDbId(input.postId);
  if (postId === null) throw postNotFound();
  const answerId = input.answerId === undefined ? null : toDbId(input.answerId);
  if (answerId === null && input.answerId !== undefined) throw answerNotFound();
  const offset = (input.page - 1) * input.limit;
  const { rows } =
    answerId === null
      ? await sql<{ comments: Comment[] }>`
          select ${commentsJson("question", viewerId, input.limit, offset)} as comments
          from posts p where p.id = ${postId} and p.deleted_at is null`.execute(db)
      : await sql<{ comments: Comment[] }>`
          select ${commentsJson("answer", viewerId, input.limit, offset)} as comments
          from answers a join posts p on p.id = a.post_id
          where a.id = ${answerId} and p.id = ${postId} and a.deleted_at is null and p.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) throw answerId === null ? postNotFound() : answerNotFound();
  return { comments: row.comments, userVotes: votesOn(row.comments) };
}
