import { REFUND_VOTING_MS, type requestRefundInput, requestRefundOutput } from "@bbux/contract";
import type { z } from "zod";
import { lockPost } from "../../content/posts/index.ts";
import { isSmallCommunity } from "../../people/established/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireAllowed } from "../../platform/errors/errors.ts";
import { parametersIn } from "../../platform/parameters/index.ts";
import { once } from "../../platform/transactions/index.ts";
import { lockRequestOf } from "./lock.query.ts";
import { notifyAnswerers } from "./news.command.ts";
import { viewRefund } from "./refunds.queries.ts";
import { mayRequest } from "./refunds.rules.ts";

/**
 * Requests the refund of an expired bounty, which the community votes on for 48 hours (docs/DECISIONS.md 1.5). The
 * number of votes that decides is fixed here, whatever changes later.
 * @throws AppError NOT_FOUND, FORBIDDEN, NO_UNPAID_BOUNTY, REFUND_NOT_OPEN with the time from which,
 * REFUND_WINDOW_CLOSED,
 *   REFUND_EXISTS
 */
export async function requestRefund(
  ctx: MemberContext,
  input: z.infer<typeof requestRefundInput>,
): Promise<z.infer<typeof requestRefundOutput>> {
  return once(ctx, {
    call: "refunds.request",
    input,
    output: requestRefundOutput,
    run: async (trx, effects) => {
      const post = await lockPost(trx, input.postId);
      const now = ctx.now();
      const earlier = await lockRequestOf(trx, post.id);
      requireAllowed(mayRequest(post, earlier !== null, ctx.viewer.id, now));
      const { requiredVotes } = await parametersIn(trx, ctx.parameterDefaults);
      const by_moderators = await isSmallCommunity(trx, ctx);
      const { id } = await trx
        .insertInto("refund_requests")
        .values({
          post_id: post.id,
          user_id: ctx.viewer.id,
          reason: input.reason,
          amount: post.bountyAmount,
          // Of moderators, one decides.
          required_votes: by_moderators ? 1 : Number(requiredVotes),
          by_moderators,
          created_at: now,
          updated_at: now,
          expires_at: new Date(now.getTime() + REFUND_VOTING_MS),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await notifyAnswerers(trx, effects, { requestId: id, post, at: now });
      return { success: true, request: await viewRefund(trx, ctx, id) };
    },
  });
}
