import { type byAnswerId, done, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { payBounty } from "@bbux/ledger";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { AppError, demand } from "../../errors.ts";
import { once } from "../../idempotency.ts";
import { lockPost } from "../posts/lock.query.ts";
import { mayAccept } from "../posts/posts.rules.ts";

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
      demand(mayAccept(post, answer.author_id, ctx.viewer.id));
      const pays = post.bountyStatus === "ESCROWED";
      await trx
        .updateTable("posts")
        .set({ accepted_answer_id: answer.id, status: "COMPLETED", ...(pays && { bounty_status: "PAID" }) })
        .where("id", "=", post.id)
        .execute();
      if (pays) {
        await payBounty(trx, {
          escrow: post.id,
          member: answer.author_id,
          amount: post.bountyAmount,
          cause: post.id,
          refs: { post: post.id, answer: answer.id, member: answer.author_id },
        });
      }
      return { success: true };
    },
  });
}

/** Under the post's lock an answer can be neither deleted nor added, so it needs none of its own. */
async function findAnswer(trx: Transaction<DB>, postId: string, answerId: string) {
  const id = toDbId(answerId);
  const answer =
    id === null
      ? undefined
      : await trx
          .selectFrom("answers")
          .select(["id", "author_id"])
          .where("id", "=", id)
          .where("post_id", "=", postId)
          .where("deleted_at", "is", null)
          .executeTakeFirst();
  if (!answer) throw new AppError("NOT_FOUND", { message: "Answer not found" });
  return answer;
}
