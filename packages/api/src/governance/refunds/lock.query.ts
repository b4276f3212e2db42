import { refundStatus, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { z } from "zod";
import { type LockedPost, lockPost } from "../../content/posts/index.ts";
import { type RequestState, requestNotFound } from "./refunds.rules.ts";

export interface LockedRequest extends RequestState {
  readonly id: string;
  readonly postId: string;
}

/**
 * Locks the post of a request, hidden or not, and then the request. The order is the same everywhere, so two decisions
 * about one bounty run one after the other.
 * @throws AppError NOT_FOUND
 */
export async function lockRequest(
  trx: Transaction<DB>,
  requestId: string,
): Promise<{ post: LockedPost; request: LockedRequest }> {
  const id = toDbId(requestId);
  if (id === null) throw requestNotFound();
  const found = await trx.selectFrom("refund_requests").select("post_id").where("id", "=", id).executeTakeFirst();
  if (!found) throw requestNotFound();
  const post = await lockPost(trx, found.post_id, { gone: true });
  const request = await lockRequestOf(trx, post.id);
  if (!request) throw requestNotFound();
  return { post, request };
}

const appealStatus = z.enum(["OPEN", "GRANTED", "DENIED", "LAPSED"]).nullable();

/** Locks the request of a locked post, if it has one. */
export async function lockRequestOf(trx: Transaction<DB>, postId: string): Promise<LockedRequest | null> {
  const row = await trx
    .selectFrom("refund_requests")
    .select([
      "id",
      "post_id",
      "user_id",
      "status",
      "approve_votes",
      "reject_votes",
      "required_votes",
      "by_moderators",
      "expires_at",
    ])
    .select(["appeal_status", "appeal_expires_at"])
    .where("post_id", "=", postId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    postId: row.post_id,
    userId: row.user_id,
    status: refundStatus.parse(row.status),
    approveVotes: row.approve_votes,
    rejectVotes: row.reject_votes,
    requiredVotes: row.required_votes,
    byModerators: row.by_moderators,
    expiresAt: row.expires_at,
    appealStatus: appealStatus.parse(row.appeal_status),
    appealExpiresAt: row.appeal_expires_at,
  };
}

/**
 * Serializes the votes of one member, so the limit of ten a day holds (docs/DECISIONS.md 1.5). It is the first lock of
 * a vote.
 */
export async function lockVoter(trx: Transaction<DB>, voterId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('refund-votes:' || ${voterId}::text, 0))`.execute(trx);
}
