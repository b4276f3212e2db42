import {
  type Answer,
  answerOutput,
  type byAnswerId,
  type createAnswerInput,
  type done,
  type editAnswerInput,
  postStatus,
  toDbId,
} from "@bbux/contract";
import { type DB, statement } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { ownAccounts } from "../../people/established/index.ts";
import { notify, notifyMentioned } from "../../people/notifications/index.ts";
import { award, contributed, withdrew } from "../../people/reputation/index.ts";
import { lockWallet, requireNoHold } from "../../people/security-holds/index.ts";
import { spendAllowance, usesOfText } from "../../people/trust/index.ts";
import { attachUploads } from "../../people/uploads/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, requireAllowed, requireFreshProof } from "../../platform/errors/errors.ts";
import { requireOpenSession } from "../../platform/proofs/index.ts";
import { type Effects, once, withEffects } from "../../platform/transactions/index.ts";
import { answerFields, postNotFound } from "../parts/index.ts";
import { lockPost, mayAnswer, removeContent } from "../posts/index.ts";
import { queueEdited, queueWritten } from "../review-queue/index.ts";
import { keepFirst, keepVersion } from "../revisions/index.ts";
import { findAnswer } from "./find.query.ts";

type AnswerOutput = z.infer<typeof answerOutput>;

const insertAnswer = statement(
  (postId: string, authorId: string, content: string, codeBlocks: string, now: Date) => sql<{
    answer: Answer;
    askerId: string;
    title: string;
    inEscrow: boolean;
  }>`
    with p as (
      update posts set answer_count = answer_count + 1
      where id = ${postId} and deleted_at is null and status <> 'CLOSED'
      returning id, author_id, title, accepted_answer_id, bounty_status
    ), a as (
      insert into answers (post_id, author_id, content, code_blocks, created_at)
      select p.id, ${authorId}, ${content}, ${codeBlocks}::jsonb, ${now} from p
      returning *
    )
    select json_build_object(${answerFields(null, "now")}) as answer, p.author_id::text as "askerId", p.title,
      p.bounty_status = 'ESCROWED' as "inEscrow"
    from a, p, users u where u.id = a.author_id`,
);

/**
 * Answers a post. The post's row is locked and counted first, and the answer is written only if that succeeded. A moderator can't try to win a
 * bounty for which they hid another answer, even for a while: nobody could vote for it then.
 * @throws AppError NOT_FOUND, POST_CLOSED, HAS_INTEREST, EMAIL_UNVERIFIED, ANSWER_LIMIT, TEXT_LIMIT, LINK_LIMIT, MENTION_LIMIT,
 * IDEMPOTENCY_CONFLICT
 */
export async function createAnswer(
  ctx: MemberContext,
  input: z.infer<typeof createAnswerInput>,
): Promise<AnswerOutput> {
  const postId = toDbId(input.postId);
  if (postId === null) throw postNotFound();
  const codeBlocks = JSON.stringify(input.codeBlocks ?? []);
  const at = ctx.now();
  const run = async (trx: Transaction<DB>, effects: Effects): Promise<AnswerOutput> => {
    const [row] = await insertAnswer(trx, postId, ctx.viewer.id, input.content, codeBlocks, at);
    if (!row) throw await whyNot(trx, postId);
    const { answer, askerId, title, inEscrow } = row;
    if (inEscrow) await requireNothingHidden(trx, ctx, postId);
    await attachUploads(trx, at, input);
    const uses = usesOfText(ctx, input);
    await spendAllowance(trx, ctx, { answers: 1, ...uses });
    await queueWritten(trx, ctx, { kind: "answer", id: answer.id, postId }, uses.links > 0);
    await award(trx, effects, ctx.viewer.id, contributed("ANSWER", answer.id, postId, at), at);
    const url = `/posts/${postId}#answer-${answer.id}`;
    const to = askerId === ctx.viewer.id ? [] : [askerId];
    const data = { actors: [ctx.viewer.username], subject: title };
    const notified = await notify(trx, effects, { to, kind: "answer", bundle: `answers:${postId}`, data, url, at });
    await notifyMentioned(trx, effects, ctx, {
      id: answer.id,
      content: input.content,
      notified: notified,
      what: "answer",
      place: postId,
      subject: title,
      url,
      at,
    });
    return { success: true, answer };
  };
  return once(ctx, { call: "answers.create", input, output: answerOutput, run });
}

/**
 * Refuses an answer by someone who hid another answer to the post or denied its appeal, with this account or another that they use. It runs
 * after the insert, which locks the post but doesn't see what was hidden while it waited.
 * @throws AppError HAS_INTEREST
 */
async function requireNothingHidden(trx: Transaction<DB>, ctx: MemberContext, postId: string): Promise<void> {
  const { rows } = await sql<{ by: string | null }>`
    select unnest(array[d.hidden_by, case when d.appeal_status = 'DENIED' then d.appeal_decided_by end])::text as by
      from answers h join hidden_content d on d.target_kind = 'answer' and d.target_id = h.id
     where h.post_id = ${postId}`.execute(trx);
  if (rows.length === 0) return;
  const accounts = await ownAccounts(trx, ctx);
  if (!rows.some(({ by }) => by !== null && accounts.includes(by))) return;
  const message = "You hid another answer here or denied its appeal, so you can't answer until the bounty is paid";
  throw new AppError("HAS_INTEREST", { message });
}

/** Finds out why a post takes no answers, only after one was refused. */
async function whyNot(db: Kysely<DB>, postId: string): Promise<AppError> {
  const post = await db
    .selectFrom("posts")
    .select("status")
    .where("id", "=", postId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!post) return postNotFound();
  const verdict = mayAnswer(postStatus.parse(post.status));
  return verdict.ok ? new AppError("CONFLICT") : verdict.error;
}

/** Edits the caller's own answer. @throws AppError NOT_FOUND, FORBIDDEN, POST_CLOSED, TEXT_LIMIT, LINK_LIMIT, MENTION_LIMIT */
export async function editAnswer(ctx: MemberContext, input: z.infer<typeof editAnswerInput>): Promise<AnswerOutput> {
  const at = ctx.now();
  return withEffects(ctx, async (trx, effects) => {
    const post = await lockPost(trx, input.postId);
    requireAllowed(mayAnswer(post.status));
    const answerId = await ownAnswer(trx, post.id, input.answerId, ctx.viewer.id);
    const codeBlocks = input.codeBlocks === undefined ? null : JSON.stringify(input.codeBlocks);
    const before = await contentOf(trx, answerId);
    await keepFirst(trx, "answer", answerId);
    const { rows } = await sql<{ answer: Answer }>`
      with a as (
        update answers set content = ${input.content}, edited_at = ${at},
          code_blocks = coalesce(${codeBlocks}::jsonb, code_blocks)
        where id = ${answerId} returning *
      )
      select json_build_object(${answerFields(null, "now")}) as answer
      from a join users u on u.id = a.author_id join posts p on p.id = a.post_id`.execute(trx);
    const answer = rows[0]?.answer;
    if (!answer) throw new AppError("NOT_FOUND", { message: "Answer not found" });
    await attachUploads(trx, at, input);
    await keepVersion(trx, "answer", answerId, ctx.viewer.id, at);
    const uses = usesOfText(ctx, { ...input, before: { content: before } });
    await spendAllowance(trx, ctx, uses);
    await queueEdited(trx, ctx, { kind: "answer", id: answerId, postId: post.id }, uses.links > 0);
    await notifyMentioned(trx, effects, ctx, {
      id: answerId,
      content: input.content,
      before,
      notified: [],
      what: "answer",
      place: post.id,
      subject: post.title,
      url: `/posts/${post.id}#answer-${answerId}`,
      at,
    });
    return { success: true, answer };
  });
}

/**
 * Soft-deletes the caller's own answer, unless it is accepted.
 * @throws AppError NOT_FOUND, FORBIDDEN, ALREADY_ACCEPTED, and {@link LEAVING_REFUSALS} while it could win a bounty
 */
export async function deleteAnswer(
  ctx: MemberContext,
  input: z.infer<typeof byAnswerId>,
): Promise<z.infer<typeof done>> {
  const at = ctx.now();
  return withEffects(ctx, async (trx, effects) => {
    await lockWallet(trx, ctx.viewer.id);
    const post = await lockPost(trx, input.postId);
    const answerId = await ownAnswer(trx, post.id, input.answerId, ctx.viewer.id);
    if (post.acceptedAnswerId === answerId) {
      throw new AppError("ALREADY_ACCEPTED", { message: "An accepted answer cannot be deleted" });
    }
    if (post.bountyStatus === "ESCROWED") {
      // It can't win the bounty any more, so that a thief could leave it to another answer.
      await requireOpenSession(trx, ctx);
      await requireNoHold(trx, ctx.viewer.id);
      requireFreshProof(ctx);
    }
    await removeContent(trx, { kind: "answer", id: answerId, postId: post.id }, at, "author");
    await award(trx, effects, ctx.viewer.id, withdrew("ANSWER", answerId, post.id), at);
    return { success: true };
  });
}

async function contentOf(trx: Transaction<DB>, answerId: string): Promise<string> {
  const row = await trx.selectFrom("answers").select("content").where("id", "=", answerId).executeTakeFirst();
  return row?.content ?? "";
}

async function ownAnswer(trx: Transaction<DB>, postId: string, answerId: string, viewerId: string): Promise<string> {
  const { id, authorId } = await findAnswer(trx, postId, answerId);
  if (authorId !== viewerId) throw new AppError("FORBIDDEN", { message: "Only the author can do this" });
  return id;
}
