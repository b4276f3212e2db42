import type { RefundRequest } from "@bbux/contract";
import { trpc } from "../../trpc.ts";

/**
 * Shows what became of a request, everywhere that it stands: at once where the answer brought it, and as the server knows it.
 * A decision moves a bounty, so the post, the balance and what waits for moderators are read again, too.
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
