import { REFUNDS, type voteRefundInput, voteRefundOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { LockedPost } from "../../content/posts/index.ts";
import { standingSql, tiedSql } from "../../people/established/index.ts";
import { award, engaged } from "../../people/reputation/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireFreshProof } from "../../platform/errors/errors.ts";
import { parametersIn } from "../../platform/parameters/index.ts";
import { once } from "../../platform/transactions/index.ts";
import { decide } from "./decide.command.ts";
import { isPartisan } from "./deciding-votes.query.ts";
import { type LockedRequest, lockRequest, lockVoter } from "./lock.query.ts";
import { viewRefund, voterOf } from "./refunds.queries.ts";
import { type Acquaintance, hindrances, outcomeNow } from "./refunds.rules.ts";
import { answeredBy, engagedWith, votedOnAnswer } from "./refunds.sql.ts";

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

const UNCOUNTED =
  "Your vote has been recorded, but doesn't count: in the last 30 days, you used the same network, device or wallet as someone who voted before you, or as someone your vote favors";

/**
 * Votes on a request. The first side to reach the required number decides, and an approved refund is paid in the same
 * transaction (docs/DECISIONS.md 1.5). Earns 5 reputation points. The vote of a member who is tied to whom it favors, or to an earlier voter, is recorded
 * without counting (docs/adr/0039).
 * @throws AppError NOT_FOUND, OWN_REQUEST, VOTING_CLOSED, ALREADY_VOTED, VOTE_MODERATORS_ONLY, HAS_INTEREST,
 *   VOTE_NOT_ESTABLISHED, VOTE_REPUTATION, VOTE_ACCOUNT_AGE, VOTE_ENGAGEMENT;
 *   VOTE_REVIEW_TIME and VOTE_DAILY_LIMIT with the time from which it is possible; STEP_UP_REQUIRED where moderators decide
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
      const [problem] = hindrances(request, state, await between(trx, ctx, { post, request }), now);
      if (problem) throw problem;
      // One moderator's vote can pay a bounty.
      if (request.byModerators) requireFreshProof(ctx);
      const approve = input.vote === "approve";
      const isCounted = await mayCount(trx, ctx, { post, request, approves: approve });
      const counted = await count(trx, request, {
        voter,
        approve,
        reason: input.reason,
        isCounted,
        now,
      });
      const outcome = outcomeNow(counted);
      if (outcome !== null) await decide(trx, effects, { post, request, outcome, at: now });
      await award(trx, effects, voter, engaged(request.id), now);
      return {
        success: true,
        message: isCounted ? messageOf(request.kind, outcome) : UNCOUNTED,
        counted: isCounted,
        reward: REFUNDS.reward,
        updatedVotes: { approve: counted.approveVotes, reject: counted.rejectVotes },
        request: await viewRefund(trx, ctx, request.id),
      };
    },
  });
}

function messageOf(kind: keyof typeof messages, outcome: "APPROVED" | "REJECTED" | null): string {
  return outcome === null ? "Your vote has been recorded" : messages[kind][outcome];
}

interface Locked {
  readonly post: LockedPost;
  readonly request: LockedRequest;
}

/** Returns how the voter relates to the request, read under the request's lock. */
async function between(trx: Transaction<DB>, ctx: MemberContext, { post, request }: Locked): Promise<Acquaintance> {
  const voter = ctx.viewer.id;
  const { rows } = await sql<Acquaintance>`
    select exists (select from refund_votes v where v.request_id = r.id and v.voter_id = ${voter}) as voted,
      ${engagedWith(voter)} as engaged, ${answeredBy(voter)} as answered, ${votedOnAnswer(voter)} as "votedOnAnswer",
      exists (select from posts p where p.id = r.post_id and p.author_id = ${voter}) as asked,
      ${isPartisan(sql`r.post_id`, { member: sql`${voter}::bigint`, at: sql`${ctx.now()}::timestamptz` })} as partisan,
      (select w.first_seen_at from refund_views w where w.request_id = r.id and w.viewer_id = ${voter}) as "firstSeenAt",
      ${standingSql("u", { ...ctx, placedAt: post.createdAt }, ctx.now())} as standing
    from refund_requests r join users u on u.id = ${voter} where r.id = ${request.id}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("A locked row has vanished");
  return row;
}

/**
 * Returns whether a vote decides. Not in favor of someone whom the voter is tied to: the asker, if it approves; who answered, if it
 * rejects and they may not vote themselves (docs/DECISIONS.md 1.5). Nor while the voter is tied to someone whose vote counts already. All
 * of it is read under the request's lock.
 */
async function mayCount(
  trx: Transaction<DB>,
  ctx: MemberContext,
  { post, request, approves }: Locked & { readonly approves: boolean },
): Promise<boolean> {
  const { establishedPoints } = await parametersIn(trx, ctx.parameterDefaults, post.createdAt);
  if (establishedPoints === 0n) return true;
  const answerersVote = request.kind === "REQUEST" && !request.byModerators;
  const favored = approves
    ? sql`select author_id as id from posts where id = ${request.postId}`
    : sql`select author_id as id from answers
           where not ${answerersVote}::boolean and post_id = ${request.postId} and deleted_at is null`;
  const now = ctx.now();
  const pair = { one: sql`${ctx.viewer.id}::bigint`, other: sql`party.id`, at: sql`${now}::timestamptz` };
  const { rows } = await sql<{ tied: boolean }>`
    select exists (
      select from (${favored} union select voter_id from refund_votes where request_id = ${request.id} and counted) as party
       where ${tiedSql(pair, { ...ctx, placedAt: post.createdAt }, now)}) as tied`.execute(trx);
  return !(rows[0]?.tied ?? true);
}

async function count(
  trx: Transaction<DB>,
  request: LockedRequest,
  vote: { voter: string; approve: boolean; reason: string; isCounted: boolean; now: Date },
): Promise<LockedRequest> {
  const { voter, approve, reason, isCounted, now } = vote;
  await trx
    .insertInto("refund_votes")
    .values({ request_id: request.id, voter_id: voter, approve, reason, counted: isCounted, created_at: now })
    .execute();
  if (!isCounted) return request;
  const approveVotes = request.approveVotes + (approve ? 1 : 0);
  const rejectVotes = request.rejectVotes + (approve ? 0 : 1);
  await trx
    .updateTable("refund_requests")
    .set({ approve_votes: approveVotes, reject_votes: rejectVotes, updated_at: now })
    .where("id", "=", request.id)
    .execute();
  return { ...request, approveVotes, rejectVotes };
}
