import { REFUND_VOTING_MS, type requestRefundInput, requestRefundOutput } from "@bbux/contract";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { demand } from "../../errors.ts";
import { once } from "../../idempotency.ts";
import { parametersIn } from "../parameters/parameters.queries.ts";
import { lockPost } from "../posts/lock.query.ts";
import { lockRequestOf } from "./lock.query.ts";
import { tellAnswerers } from "./news.command.ts";
import { viewRefund } from "./refunds.queries.ts";
import { mayRequest } from "./refunds.rules.ts";

/**
 * Asks for the refund of an expired bounty: the community votes on it for 48 hours (DECISIONS 1.5). How many votes decide is
 * settled here, whatever is changed of it later.
 * @throws AppError NOT_FOUND, FORBIDDEN, NO_UNPAID_BOUNTY, REFUND_NOT_OPEN with the time from which, REFUND_WINDOW_CLOSED,
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
      demand(mayRequest(post, earlier !== null, ctx.viewer.id, now));
      const { requiredVotes } = await parametersIn(trx, ctx.parameterDefaults);
      const { id } = await trx
        .insertInto("refund_requests")
        .values({
          ...{ post_id: post.id, user_id: ctx.viewer.id, reason: input.reason, amount: post.bountyAmount },
          ...{ required_votes: Number(requiredVotes), created_at: now, updated_at: now },
          expires_at: new Date(now.getTime() + REFUND_VOTING_MS),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await tellAnswerers(trx, effects, { requestId: id, post, at: now });
      return { success: true, request: await viewRefund(trx, id, ctx.viewer.id, now) };
    },
  });
}
