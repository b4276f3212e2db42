import { type requestRefundInput, requestRefundOutput } from "@bbux/contract";
import type { z } from "zod";
import { lockPost } from "../../content/posts/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireAllowed } from "../../platform/errors/errors.ts";
import { once } from "../../platform/transactions/index.ts";
import { votesOn } from "./lock.query.ts";
import { notifyAnswerers } from "./news.command.ts";
import { openVote } from "./open-vote.command.ts";
import { viewRefund } from "./refunds.queries.ts";
import { mayRequest } from "./refunds.rules.ts";

/**
 * Requests the refund of an expired bounty, which the community votes on for 48 hours (docs/DECISIONS.md 1.5). The
 * number of votes that decides is the one of when the bounty was placed.
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
      const earlier = await votesOn(trx, post.id);
      requireAllowed(mayRequest(post, earlier.length > 0, ctx.viewer.id, now));
      const id = await openVote(trx, ctx, { post, reason: input.reason, against: null, at: now });
      await notifyAnswerers(trx, effects, { requestId: id, post, at: now });
      return { success: true, request: await viewRefund(trx, ctx, id) };
    },
  });
}
