import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import { type LockedPost, returnToAsker } from "../../content/posts/index.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import type { LockedRequest } from "./lock.query.ts";
import { notifyOfObjection, notifyRequester } from "./news.command.ts";
import { settlesAfterRefusal } from "./refunds.rules.ts";

interface Decision {
  readonly post: LockedPost;
  readonly request: LockedRequest;
  readonly outcome: "APPROVED" | "REJECTED" | "EXPIRED";
  readonly at: Date;
}

/**
 * Decides a request, under the locks of its post and its own. An approved request returns the bounty and is COMPLETED
 * in the same transaction, so nobody sees it APPROVED and unpaid. After a rejection the bounty waits at least 7 days
 * for an appeal (docs/DECISIONS.md 1.3, 1.5).
 */
export async function decide(
  trx: Transaction<DB>,
  effects: Effects,
  { post, request, outcome, at }: Decision,
): Promise<void> {
  const isApproved = outcome === "APPROVED";
  await trx
    .updateTable("refund_requests")
    .set({ status: isApproved ? "COMPLETED" : outcome, decided_at: at, updated_at: at })
    .where("id", "=", request.id)
    .execute();
  if (request.kind === "OBJECTION") {
    if (isApproved) await returnToAsker(trx, post, "Bounty returned: members voted for an objection to its payment");
    // Until now it waited; the job that settles bounties is next.
    else await settleNotBefore(trx, post, at);
    const what = isApproved ? "upheld" : outcome === "REJECTED" ? "refused" : "unsupported";
    await notifyOfObjection(trx, effects, { requestId: request.id, post, at, what, objector: request.userId });
    return;
  }
  if (isApproved) await returnToAsker(trx, post, "Bounty returned: the community approved its refund");
  else await settleNotBefore(trx, post, settlesAfterRefusal(post.settlesAt, at));
  const what = isApproved ? "completed" : outcome === "REJECTED" ? "rejected" : "expired";
  await notifyRequester(trx, effects, { requestId: request.id, post, at, what });
}

/** Postpones the settlement of a bounty; never moves it earlier. */
export async function settleNotBefore(trx: Transaction<DB>, post: LockedPost, settlesAt: Date): Promise<void> {
  if (post.settlesAt !== null && post.settlesAt >= settlesAt) return;
  await trx.updateTable("posts").set({ settles_at: settlesAt }).where("id", "=", post.id).execute();
}
