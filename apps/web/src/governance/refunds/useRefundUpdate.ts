import type { RefundRequest } from "@bbux/contract";
import { trpc } from "../../lib/trpc.ts";

/**
 * Shows a changed request everywhere: immediately where the response has it, and then from the server. A decision moves
 * a bounty, so the post, the balance and the moderators' counts are refetched too.
 */
export function useRefundUpdate(): (request?: RefundRequest) => void {
  const utils = trpc.useUtils();
  return (request) => {
    if (request) {
      utils.refunds.get.setData({ id: request.id }, { request });
      utils.refunds.list.setQueriesData({}, {}, (list) => list?.map((one) => (one.id === request.id ? request : one)));
    }
    void utils.refunds.invalidate();
    if (!request) return;
    void utils.posts.get.invalidate({ id: request.postId });
    void utils.moderation.counts.invalidate();
    if (request.status !== "PENDING") void utils.wallet.invalidate();
  };
}
