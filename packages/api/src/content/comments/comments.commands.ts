import {
  type byCommentId,
  type Comment,
  commentOutput,
  type createCommentInput,
  type done,
  toDbId,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { notify, notifyMentioned } from "../../people/notifications/index.ts";
import { award, contributed, withdrew } from "../../people/reputation/index.ts";
import { spendAllowance, usesOfText } from "../../people/trust/index.ts";
import { attachUploads } from "../../people/uploads/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { type Effects, once, withEffects } from "../../platform/transactions/index.ts";
import { answerNotFound, commentFields, placeOfText, postNotFound } from "../parts/index.ts";
import { lockPost, removeContent } from "../posts/index.ts";
import { queueWritten } from "../review-queue/index.ts";

type CommentOutput = z.infer<typeof commentOutput>;

/**
 * Comments on a post, open or closed, or on one of its answers.
 * @throws AppError NOT_FOUND, COMMENT_LIMIT, TEXT_LIMIT, LINK_LIMIT, MENTION_LIMIT, IDEMPOTENCY_CONFLICT
 */
export async function createComment(
  ctx: MemberContext,
  input: z.infer<typeof createCommentInput>,
): Promise<CommentOutput> {
  const postId = toDbId(input.postId);
  if (postId === null) throw postNotFound();
  const at = ctx.now();
  const run = async (trx: Transaction<DB>, effects: Effects): Promise<CommentOutput> => {
    const made =
      input.answerId === undefined
        ? await insertOnPost(trx, postId, ctx.viewer.id, input.content, at)
        : await insertOnAnswer(trx, { postId, answerId: toDbId(input.answerId) }, ctx.viewer.id, input.content, at);
    if (!made) throw input.answerId === undefined ? postNotFound() : answerNotFound();
    const { comment, authorId, title } = made;
    await attachUploads(trx, at, input);
    const uses = usesOfText(ctx, input);
    await spendAllowance(trx, ctx, { comments: 1, ...uses });
    await queueWritten(trx, ctx, { kind: "comment", id: comment.id, postId }, uses.links > 0);
    await award(trx, effects, ctx.viewer.id, contributed("COMMENT", comment.id, postId, at), at);
    const url = placeOfText({ kind: "comment", id: comment.id, postId, answerId: comment.answerId });
    const actors = [ctx.viewer.username];
    const to = authorId === ctx.viewer.id ? [] : [authorId];
    const news = {
      kind: "comment",
      bundle: `comments:${comment.answerId ?? postId}`,
      data: { actors, subject: title },
    } as const;
    const notified = await notify(trx, effects, { to, ...news, url, at });
    await notifyMentioned(trx, effects, ctx, {
      content: input.content,
      notified: notified,
      what: "comment",
      place: postId,
      subject: title,
      url,
      at,
    });
    return { success: true, comment };
  };
  return once(ctx, { call: "comments.create", input, output: commentOutput, run });
}

interface Made {
  readonly comment: Comment;
  /** Who wrote what it is about. */
  readonly authorId: string;
  readonly title: string;
}

/** Inserts the comment and updates its post's counter, in one statement. */
async function insertOnPost(trx: Transaction<DB>, postId: string, authorId: string, content: string, at: Date) {
  const { rows } = await sql<Made>`
    with p as (
      update posts set comment_count = comment_count + 1 where id = ${postId} and deleted_at is null
      returning id, author_id, title
    ), c as (
      insert into comments (post_id, author_id, content, created_at)
      select p.id, ${authorId}, ${content}, ${at} from p returning *
    )
    select json_build_object(${commentFields(null)}) as comment, p.author_id::text as "authorId", p.title
    from c, p, users u where u.id = c.author_id`.execute(trx);
  return rows[0];
}

/** Inserts the comment and updates its answer's counter, in one statement that locks the post first. */
async function insertOnAnswer(
  trx: Transaction<DB>,
  { postId, answerId }: { readonly postId: string; readonly answerId: string | null },
  authorId: string,
  content: string,
  at: Date,
) {
  const { rows } = await sql<Made>`
    with p as (
      select id, title from posts where id = ${postId} and deleted_at is null for no key update
    ), a as (
      update answers set comment_count = comment_count + 1 from p
      where answers.id = ${answerId} and post_id = p.id and deleted_at is null
      returning answers.id, answers.author_id, answers.post_id, p.title
    ), c as (
      insert into comments (post_id, answer_id, author_id, content, created_at)
      select a.post_id, a.id, ${authorId}, ${content}, ${at} from a returning *
    )
    select json_build_object(${commentFields(null)}) as comment, a.author_id::text as "authorId", a.title
    from c, a, users u where u.id = c.author_id`.execute(trx);
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
