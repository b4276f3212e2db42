import { REFUNDS, type voteRefundInput, voteRefundOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { award, engaged } from "../../people/reputation/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { once } from "../../platform/transactions/index.ts";
import { decide } from "./decide.command.ts";
import { type LockedRequest, lockRequest, lockVoter } from "./lock.query.ts";
import { viewRefund, voterOf } from "./refunds.queries.ts";
import { type Acquaintance, hindrances, outcomeNow } from "./refunds.rules.ts";
import { answeredBy, engagedWith } from "./refunds.sql.ts";

const messages = {
  REQUEST: {
    APPROVED: "Your vote decided: the refund is approved and paid",
    REJECTED: "Your vote decided: the refund is rejected",
  },
  OBJECTION: {
    APPROVED: "Your vote decided: the bounty went back to the asker",
    REJECTED: "Your vote decided: the bounty is paid as announced",
  },
} as const;

/**
 * Votes on a request. The first side to reach the required number decides, and an approved refund is paid in the same
 * transaction (docs/DECISIONS.md 1.5). Earns 5 reputation points.
 * @throws AppError NOT_FOUND, OWN_REQUEST, VOTING_CLOSED, ALREADY_VOTED, VOTE_MODERATORS_ONLY, HAS_INTEREST,
 *   VOTE_NOT_ESTABLISHED, VOTE_REPUTATION, VOTE_ACCOUNT_AGE, VOTE_ENGAGEMENT;
 *   VOTE_REVIEW_TIME and VOTE_DAILY_LIMIT with the time from which it is possible
 */
export async function voteOnRefund(
  ctx: MemberContext,
  input: z.infer<typeof voteRefundInput>,
): Promise<z.infer<typeof voteRefundOutput>> {
  return once(ctx, {
    call: "refunds.vote",
    input,
    output: voteRefundOutput,
    run: async (trx, effects) => {
      const voter = ctx.viewer.id;
      await lockVoter(trx, voter);
      const { post, request } = await lockRequest(trx, input.id);
      const now = ctx.now();
      const state = await voterOf(trx, ctx);
      const [problem] = hindrances(request, state, await between(trx, request, voter), now);
      if (problem) throw problem;
      const counted = await count(trx, request, {
        voter,
        approve: input.vote === "approve",
        reason: input.reason,
        now,
      });
      const outcome = outcomeNow(counted);
      if (outcome !== null) await decide(trx, effects, { post, request, outcome, at: now });
      await award(trx, effects, voter, engaged(request.id), now);
      return {
        success: true,
        message: outcome === null ? "Your vote has been recorded" : messages[request.kind][outcome],
        reward: REFUNDS.reward,
        updatedVotes: { approve: counted.approveVotes, reject: counted.rejectVotes },
        request: await viewRefund(trx, ctx, request.id),
      };
    },
  });
}

/** Returns how the voter relates to the request, read under the request's lock. */
async function between(trx: Transaction<DB>, { id }: LockedRequest, voter: string): Promise<Acquaintance> {
  const { rows } = await sql<Acquaintance>`
    select exists (select from refund_votes v where v.request_id = r.id and v.voter_id = ${voter}) as voted,
      ${engagedWith(voter)} as engaged, ${answeredBy(voter)} as answered,
      exists (select from posts p where p.id = r.post_id and p.author_id = ${voter}) as asked,
      (select w.first_seen_at from refund_views w where w.request_id = r.id and w.viewer_id = ${voter}) as "firstSeenAt"
    from refund_requests r where r.id = ${id}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("A locked row has vanished");
  return row;
}

async function count(
  trx: Transaction<DB>,
  request: LockedRequest,
  { voter, approve, reason, now }: { voter: string; approve: boolean; reason: string; now: Date },
): Promise<LockedRequest> {
  await trx
    .insertInto("refund_votes")
    .values({ request_id: request.id, voter_id: voter, approve, reason, created_at: now })
    .execute();
  const approveVotes = request.approveVotes + (approve ? 1 : 0);
  const rejectVotes = request.rejectVotes + (approve ? 0 : 1);
  await trx
    .updateTable("refund_requests")
    .set({ approve_votes: approveVotes, reject_votes: rejectVotes, updated_at: now })
    .where("id", "=", request.id)
    .execute();
  return { ...request, approveVotes, rejectVotes };
}
