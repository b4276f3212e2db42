import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { Effects } from "../../effects.ts";
import type { LockedPost } from "../posts/lock.query.ts";
import { returnToAsker } from "../posts/return-bounty.command.ts";
import { type LockedRequest, lockRequestOf } from "./lock.query.ts";
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

/**
 * Ends what is undecided about the refund of a bounty that a moderator has just given back by closing its post: the
 * request is COMPLETED, an open appeal granted. Under the post's lock, in the transaction that returns the bounty.
 * @param by the moderator
 */
export async function completeOpenRequest(
  trx: Transaction<DB>,
  effects: Effects,
  { post, by, note, at }: { readonly post: LockedPost; readonly by: string; readonly note: string; readonly at: Date },
): Promise<void> {
  const request = await lockRequestOf(trx, post.id);
  if (!request) return;
  const isAppealed = request.appealStatus === "OPEN";
  if (request.status !== "PENDING" && !isAppealed) return;
  const appeal = { appeal_status: "GRANTED", appeal_decided_at: at, appeal_decided_by: by, appeal_note: note };
  await trx
    .updateTable("refund_requests")
    .set({ status: "COMPLETED", decided_at: at, updated_at: at, ...(isAppealed && appeal) })
    .where("id", "=", request.id)
    .execute();
  await tellRequester(trx, effects, { requestId: request.id, post, at, what: isAppealed ? "granted" : "completed" });
}
