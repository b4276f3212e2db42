import { type Comment, type listCommentsInput, type listCommentsOutput, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { commentsJson, postNotFound } from "../parts/index.ts";
import { votesOn } from "../posts/index.ts";

/** Returns a post's comments by net votes. @throws AppError NOT_FOUND for an unknown post */
export async function listComments(
  db: Kysely<DB>,
  input: z.infer<typeof listCommentsInput>,
  viewerId: string | null,
): Promise<z.infer<typeof listCommentsOutput>> {
  const postId = toDbId(input.postId);
  if (postId === null) throw postNotFound();
  const { rows } = await sql<{ comments: Comment[] }>`
    select ${commentsJson(viewerId, input.limit, (input.page - 1) * input.limit)} as comments
    from posts p where p.id = ${postId} and p.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) throw postNotFound();
  return { comments: row.comments, userVotes: votesOn(row.comments) };
}
