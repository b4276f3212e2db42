import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { Effects } from "../../effects.ts";
import type { LockedPost } from "../posts/lock.query.ts";
import { returnToAsker } from "../posts/return-bounty.command.ts";
import type { LockedRequest } from "./lock.query.ts";
import { tellRequester } from "./news.command.ts";
import { settlesAfterRefusal } from "./refunds.rules.ts";

interface Decision {
  readonly post: LockedPost;
  readonly request: LockedRequest;
  readonly outcome: "APPROVED" | "REJECTED" | "EXPIRED";
  readonly at: Date;
}

/**
 * Decides a request, under the locks of its post and its own. An approved one pays the bounty back and is COMPLETED in the
 * same transaction: nobody sees it APPROVED and unpaid. After a refusal the bounty waits for an appeal, 7 days at least
 * (DECISIONS 1.3, 1.5).
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
  if (isApproved) await returnToAsker(trx, post, "Bounty returned: the community approved its refund");
  else await settleNotBefore(trx, post, settlesAfterRefusal(post.settlesAt, at));
  const what = isApproved ? "completed" : outcome === "REJECTED" ? "rejected" : "expired";
  await tellRequester(trx, effects, { requestId: request.id, post, at, what });
}

/** Moves the settlement of a bounty to a later time; never to an earlier one. */
export async function settleNotBefore(trx: Transaction<DB>, post: LockedPost, settlesAt: Date): Promise<void> {
  if (post.settlesAt !== null && post.settlesAt >= settlesAt) return;
  await trx.updateTable("posts").set({ settles_at: settlesAt }).where("id", "=", post.id).execute();
}
