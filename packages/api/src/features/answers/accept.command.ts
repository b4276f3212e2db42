import { type byAnswerId, done } from "@bbux/contract";
import { payBounty } from "@bbux/ledger";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { demand } from "../../errors.ts";
import { once } from "../../idempotency.ts";
import { lockPost } from "../posts/lock.query.ts";
import { mayAccept } from "../posts/posts.rules.ts";
import { findAnswer } from "./find.query.ts";

/**
 * Accepts an answer: marks it, completes the post and pays the bounty to its author, in one transaction (DECISIONS 1.3).
 * A bounty past its expiry is still in escrow and can be won.
 * @throws AppError NOT_FOUND, FORBIDDEN, OWN_ANSWER, ALREADY_ACCEPTED when the bounty is paid, POST_CLOSED
 */
export async function acceptAnswer(
  ctx: MemberContext,
  input: z.infer<typeof byAnswerId>,
): Promise<z.infer<typeof done>> {
  return once(ctx, {
    call: "answers.accept",
    input,
    output: done,
    run: async (trx) => {
      const post = await lockPost(trx, input.postId);
      const answer = await findAnswer(trx, post.id, input.answerId);
      demand(mayAccept(post, answer.authorId, ctx.viewer.id));
      const pays = post.bountyStatus === "ESCROWED";
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
      return { success: true };
    },
  });
}
