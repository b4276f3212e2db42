import { type byAnswerId, done, formatAmount } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { payBounty } from "@bbux/ledger";
import type { Transaction } from "kysely";
import type { z } from "zod";
import { areTied, isEstablished } from "../../people/established/index.ts";
import { requireMayPay } from "../../people/leaving/index.ts";
import { notify, tellOfPayment } from "../../people/notifications/index.ts";
import { type Award, accepted, awardAll } from "../../people/reputation/index.ts";
import { lockWallet } from "../../people/security-holds/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireAllowed } from "../../platform/errors/errors.ts";
import { type Effects, once } from "../../platform/transactions/index.ts";
import { isRefundOpen, type LockedPost, lockPost, mayAccept } from "../posts/index.ts";
import { type FoundAnswer, findAnswer } from "./find.query.ts";
import { paidToday } from "./payment.query.ts";

/**
 * Accepts an answer: marks it, completes the post and pays the bounty to its author, in one transaction
 * (docs/DECISIONS.md 1.3). An expired bounty is still in escrow and can be won.
 * @throws AppError NOT_FOUND, FORBIDDEN, OWN_ANSWER, ALREADY_ACCEPTED when the bounty is paid, REFUND_PENDING,
 * POST_CLOSED; of a bounty also what {@link requireMayPay} throws
 */
export async function acceptAnswer(
  ctx: MemberContext,
  input: z.infer<typeof byAnswerId>,
): Promise<z.infer<typeof done>> {
  return once(ctx, {
    call: "answers.accept",
    input,
    output: done,
    run: async (trx, effects) => {
      await lockWallet(trx, ctx.viewer.id);
      const post = await lockPost(trx, input.postId);
      const answer = await findAnswer(trx, post.id, input.answerId);
      requireAllowed(mayAccept(post, answer, ctx.viewer.id, await isRefundOpen(trx, post)));
      const pays = post.bountyStatus === "ESCROWED";
      const { id } = ctx.viewer;
      const isLarge =
        pays && (await requireMayPay(trx, ctx, { amount: post.bountyAmount, before: await paidToday(trx, id) }));
      await trx
        .updateTable("posts")
        .set({ accepted_answer_id: answer.id, status: "COMPLETED", ...(pays && { bounty_status: "PAID" }) })
        .where("id", "=", post.id)
        .execute();
      if (pays) {
        await payBounty(trx, {
          escrow: post.id,
          member: answer.authorId,
          amount: post.bountyAmount,
          cause: post.id,
          refs: { post: post.id, answer: answer.id, member: answer.authorId },
        });
      }
      if (post.acceptedAnswerId !== answer.id) await credit(trx, effects, ctx, { post, answer, pays });
      if (isLarge) await tellOfPayment(trx, effects, ctx, { kind: "bounty_paid", amount: post.bountyAmount });
      return { success: true };
    },
  });
}

/**
 * Credits the reputation of a new acceptance and notifies the author. Accepting their own answer earns the asker
 * nothing (docs/DECISIONS.md §6).
 */
async function credit(
  trx: Transaction<DB>,
  effects: Effects,
  ctx: MemberContext,
  { post, answer, pays }: { post: LockedPost; answer: FoundAnswer; pays: boolean },
): Promise<void> {
  const at = ctx.now();
  const awards = new Map<string, Award[]>();
  const add = (member: string, entries: Award[]) => awards.set(member, [...(awards.get(member) ?? []), ...entries]);
  // It may have been hidden since.
  const unmarked = post.acceptedAnswerId && (await findAnswer(trx, post.id, post.acceptedAnswerId, { gone: true }));
  if (unmarked) {
    add(unmarked.authorId, [{ action: "ANSWER_ACCEPTED", source: unmarked.id, post: post.id, reverse: true }]);
  }
  const isOwn = answer.authorId === ctx.viewer.id;
  if (!isOwn) {
    const asker = ctx.viewer.id;
    const gives = (await isEstablished(trx, ctx, asker)) && !(await areTied(trx, ctx, [asker, answer.authorId]));
    const giver = gives ? asker : null;
    add(answer.authorId, accepted(answer.id, post.id, { won: pays, giver }));
  }
  await awardAll(trx, effects, awards, at);
  if (isOwn) return;
  const notice = { to: [answer.authorId], level: 1, url: `/posts/${post.id}#answer-${answer.id}`, at };
  if (pays) {
    const data = { subject: post.title, amount: formatAmount(post.bountyAmount) };
    await notify(trx, effects, { ...notice, kind: "bounty_won", bundle: `won:${post.id}`, data });
  } else {
    const data = { subject: post.title, actors: [ctx.viewer.username] };
    await notify(trx, effects, { ...notice, kind: "accepted", bundle: `accepted:${answer.id}`, data });
  }
}
