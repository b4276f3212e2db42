import { refundStatus, toDbId } from "@bbux/contract";
import type { Database, DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { z } from "zod";
import { type LockedPost, lockPost } from "../../content/posts/index.ts";
import type { BountyVote } from "./objection.rules.ts";
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
  return { post, request: await lockIt(trx, id) };
}

const kind = z.enum(["REQUEST", "OBJECTION"]);
const appealStatus = z.enum(["OPEN", "GRANTED", "DENIED", "LAPSED"]).nullable();

async function lockIt(trx: Transaction<DB>, id: string): Promise<LockedRequest> {
  const row = await trx
    .selectFrom("refund_requests")
    .select([
      "id",
      "post_id",
      "kind",
      "user_id",
      "status",
      "approve_votes",
      "reject_votes",
      "required_votes",
      "by_moderators",
      "expires_at",
    ])
    .select(["appeal_status", "appeal_expires_at"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    postId: row.post_id,
    kind: kind.parse(row.kind),
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

/** Returns the votes on a bounty so far. Under the post's lock no other begins or ends. */
export async function votesOn(db: Database, postId: string): Promise<readonly BountyVote[]> {
  const rows = await db
    .selectFrom("refund_requests")
    .select(["kind", "status", "answer_id as answerId"])
    .where("post_id", "=", postId)
    .execute();
  return rows.map((row) => ({ ...row, kind: kind.parse(row.kind) }));
}

/**
 * Serializes the votes of one member, so the limit of ten a day holds (docs/DECISIONS.md 1.5). It is the first lock of
 * a vote.
 */
export async function lockVoter(trx: Transaction<DB>, voterId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('refund-votes:' || ${voterId}::text, 0))`.execute(trx);
}
