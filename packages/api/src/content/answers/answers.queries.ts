import { type Answer, type listAnswersInput, type listAnswersOutput, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { answersJson, postNotFound } from "../parts/index.ts";
import { votesOn } from "../posts/index.ts";

/**
 * Returns a post's answers: the accepted one first, then by net votes. @throws AppError NOT_FOUND for an unknown post
 */
export async function listAnswers(
  db: Kysely<DB>,
  input: z.infer<typeof listAnswersInput>,
  viewerId: string | null,
): Promise<z.infer<typeof listAnswersOutput>> {
  const postId = toDbId(input.postId);
  if (postId === null) throw postNotFound();
  const { rows } = await sql<{ answers: Answer[] }>`
    select ${answersJson(viewerId, input.limit, (input.page - 1) * input.limit)} as answers
    from posts p where p.id = ${postId} and p.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) throw postNotFound();
  return { answers: row.answers, userVotes: votesOn(row.answers) };
}
