import {
  type byCommentId,
  type Comment,
  type commentOutput,
  type createCommentInput,
  type done,
  toDbId,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { notify, notifyMentioned } from "../../people/notifications/index.ts";
import { award, contributed, withdrew } from "../../people/reputation/index.ts";
import { attachUploads } from "../../people/uploads/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { commentFields, postNotFound } from "../parts/index.ts";
import { lockPost, removeContent } from "../posts/index.ts";

/** Comments on a post, open or closed. @throws AppError NOT_FOUND */
export async function createComment(
  ctx: MemberContext,
  input: z.infer<typeof createCommentInput>,
): Promise<z.infer<typeof commentOutput>> {
  const postId = toDbId(input.postId);
  if (postId === null) throw postNotFound();
  const at = ctx.now();
  return withEffects(ctx, async (trx, effects) => {
    const made = await insertComment(trx, postId, ctx.viewer.id, input.content, at);
    if (!made) throw postNotFound();
    const { comment, askerId, title } = made;
    await attachUploads(trx, at, input);
    await award(trx, effects, ctx.viewer.id, contributed("COMMENT", comment.id, postId, at), at);
    const url = `/posts/${postId}#comment-${comment.id}`;
    const actors = [ctx.viewer.username];
    const to = askerId === ctx.viewer.id ? [] : [askerId];
    const news = { kind: "comment", bundle: `comments:${postId}`, data: { actors, subject: title } } as const;
    const notified = await notify(trx, effects, { to, ...news, url, at });
    await notifyMentioned(trx, effects, {
      content: input.content,
      author: ctx.viewer,
      notified: notified,
      what: "comment",
      place: postId,
      subject: title,
      url,
      at,
    });
    return { success: true, comment };
  });
}

/** Inserts the comment and updates its post's counter, in one statement. */
async function insertComment(trx: Transaction<DB>, postId: string, authorId: string, content: string, at: Date) {
  const { rows } = await sql<{ comment: Comment; askerId: string; title: string }>`
    with p as (
      update posts set comment_count = comment_count + 1 where id = ${postId} and deleted_at is null
      returning id, author_id, title
    ), c as (
      insert into comments (post_id, author_id, content, created_at)
      select p.id, ${authorId}, ${content}, ${at} from p returning *
    )
    select json_build_object(${commentFields(null)}) as comment, p.author_id::text as "askerId", p.title
    from c, p, users u where u.id = c.author_id`.execute(trx);
  return rows[0];
}

/** Soft-deletes the caller's own comment. @throws AppError NOT_FOUND, FORBIDDEN */
export async function deleteComment(
  ctx: MemberContext,
  input: z.infer<typeof byCommentId>,
): Promise<z.infer<typeof done>> {
  const at = ctx.now();
  return withEffects(ctx, async (trx, effects) => {
    const post = await lockPost(trx, input.postId);
    const id = toDbId(input.commentId);
    const comment =
      id === null
        ? undefined
        : await trx
            .selectFrom("comments")
            .select(["id", "author_id"])
            .where("id", "=", id)
            .where("post_id", "=", post.id)
            .where("deleted_at", "is", null)
            .forNoKeyUpdate()
            .executeTakeFirst();
    if (!comment) throw new AppError("NOT_FOUND", { message: "Comment not found" });
    if (comment.author_id !== ctx.viewer.id) {
      throw new AppError("FORBIDDEN", { message: "Only the author can do this" });
    }
    await removeContent(trx, { kind: "comment", id: comment.id, postId: post.id }, at, "author");
    await award(trx, effects, ctx.viewer.id, withdrew("COMMENT", comment.id, post.id), at);
    return { success: true };
  });
}
