import { REFUND_VOTING_MS } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { LockedPost } from "../../content/posts/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { parametersIn } from "../../platform/parameters/index.ts";

interface Subject {
  readonly post: LockedPost;
  readonly reason: string;
  /** The answer that an objection is against; null for a refund request. */
  readonly against: string | null;
  readonly at: Date;
}

/**
 * Opens a vote on the return of a bounty to its asker, under the post's lock. It is decided by what was in force when the
 * bounty was placed (docs/DECISIONS.md 1.3).
 * @returns the request's id
 */
export async function openVote(
  trx: Transaction<DB>,
  ctx: MemberContext,
  { post, reason, against, at }: Subject,
): Promise<string> {
  const { requiredVotes, establishedPoints } = await parametersIn(trx, ctx.parameterDefaults, post.createdAt);
  const by_moderators = post.smallCommunity && establishedPoints > 0n;
  const { id } = await trx
    .insertInto("refund_requests")
    .values({
      post_id: post.id,
      user_id: ctx.viewer.id,
      kind: against === null ? "REQUEST" : "OBJECTION",
      answer_id: against,
      reason,
      amount: post.bountyAmount,
      // Of moderators, one decides.
      required_votes: by_moderators ? 1 : Number(requiredVotes),
      by_moderators,
      created_at: at,
      updated_at: at,
      expires_at: new Date(at.getTime() + REFUND_VOTING_MS),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
