import { type Comment, type commentOutput, type createCommentInput, toDbId } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { postNotFound } from "../posts/posts.rules.ts";
import { commentFields } from "./comments.sql.ts";

/** Comments on a post, closed or not, in one statement. @throws AppError NOT_FOUND */
export async function createComment(
  ctx: MemberContext,
  input: z.infer<typeof createCommentInput>,
): Promise<z.infer<typeof commentOutput>> {
  const postId = toDbId(input.postId);
  if (postId === null) throw postNotFound();
  const { rows } = await sql<{ comment: Comment }>`
    with p as (
      update posts set comment_count = comment_count + 1 where id = ${postId} and deleted_at is null returning id
    ), c as (
      insert into comments (post_id, author_id, content, created_at)
      select p.id, ${ctx.viewer.id}, ${input.content}, ${ctx.now()} from p returning *
    )
    select json_build_object(${commentFields}) as comment from c join users u on u.id = c.author_id`.execute(ctx.db);
  const comment = rows[0]?.comment;
  if (!comment) throw postNotFound();
  return { success: true, comment };
}
