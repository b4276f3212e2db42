import {
  appealRefundInput,
  byRefundId,
  decideRefundAppealInput,
  listRefundsInput,
  listRefundsOutput,
  listRefundVotesInput,
  listRefundVotesOutput,
  objectInput,
  objectOutput,
  refundOutput,
  requestRefundInput,
  requestRefundOutput,
  settlementInput,
  settlementOutput,
  voteRefundInput,
  voteRefundOutput,
} from "@bbux/contract";
import { memberProcedure, moderatorProcedure, publicProcedure, router } from "../../platform/calls/index.ts";
import { appealRefund, decideRefundAppeal } from "./appeal.command.ts";
import { objectToSettlement } from "./object.command.ts";
import { getRefund, listRefunds, listRefundVotes } from "./refunds.queries.ts";
import { requestRefund } from "./request.command.ts";
import { getSettlement } from "./settlement.query.ts";
import { voteOnRefund } from "./vote.command.ts";

const tags = ["refunds"];

export const refundsRouter = router({
  list: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/refund-requests",
        tags,
        summary: "Refund requests, the newest first",
        description:
          "The total is in the header X-Total-Count. Notes when the caller first saw each: 5 minutes later they can vote.",
      },
    })
    .input(listRefundsInput)
    .output(listRefundsOutput)
    .query(async ({ ctx, input }) => {
      const { requests, total } = await listRefunds(ctx, input);
      ctx.setTotal(total);
      return requests;
    }),

  get: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/refund-requests/{id}",
        tags,
        summary: "A refund request, and what keeps the caller from voting on it",
        description: "Notes when the caller first saw it: 5 minutes later they can vote.",
      },
    })
    .input(byRefundId)
    .output(refundOutput)
    .query(async ({ ctx, input }) => ({ request: await getRefund(ctx, input.id) })),

  votes: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/refund-requests/{id}/votes",
        tags,
        summary: "The votes on a refund request with their reasons, the newest first",
        description: "The total is in the header X-Total-Count. Notes when the caller first saw the request.",
      },
    })
    .input(listRefundVotesInput)
    .output(listRefundVotesOutput)
    .query(async ({ ctx, input }) => {
      const { votes, total } = await listRefundVotes(ctx, input);
      ctx.setTotal(total);
      return votes;
    }),

  request: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/refund-requests",
        tags,
        summary: "Ask for the refund of one's own expired bounty",
        description:
          "From the bounty's expiry until 7 days after, once. The community votes for 48 hours. Takes an Idempotency-Key header.",
      },
      refuses: [
        "NOT_FOUND",
        "FORBIDDEN",
        "NO_UNPAID_BOUNTY",
        "REFUND_NOT_OPEN",
        "REFUND_WINDOW_CLOSED",
        "REFUND_EXISTS",
      ],
      idempotent: true,
    })
    .input(requestRefundInput)
    .output(requestRefundOutput)
    .mutation(({ ctx, input }) => requestRefund(ctx, input)),

  settlement: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/posts/{id}/settlement",
        tags,
        summary: "Who will be paid an ended bounty, as votes stand now",
        description: "From two days before its payout date until it is settled.",
      },
    })
    .input(settlementInput)
    .output(settlementOutput)
    .query(({ ctx, input }) => getSettlement(ctx, input.id)),

  object: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/posts/{id}/objections",
        tags,
        summary: "Object to the payment of a bounty that was announced",
        description:
          "Members then vote on it as on a refund request: approve returns the bounty to the asker, reject pays it. Takes an Idempotency-Key header.",
      },
      refuses: [
        "NO_UNPAID_BOUNTY",
        "OBJECTION_SETTLED",
        "OBJECTION_NOT_OPEN",
        "OBJECTION_ENGAGEMENT",
        "OBJECTION_NOT_ESTABLISHED",
      ],
      idempotent: true,
    })
    .input(objectInput)
    .output(objectOutput)
    .mutation(({ ctx, input }) => objectToSettlement(ctx, input)),

  vote: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/refund-requests/{id}/vote",
        tags,
        summary: "Vote on a refund request; the vote that decides an approval pays it",
        description: "Earns 5 reputation points. Takes an Idempotency-Key header.",
      },
      refuses: [
        "OWN_REQUEST",
        "VOTING_CLOSED",
        "ALREADY_VOTED",
        "VOTE_MODERATORS_ONLY",
        "STEP_UP_REQUIRED",
        "HAS_INTEREST",
        "VOTE_NOT_ESTABLISHED",
        "VOTE_REPUTATION",
        "VOTE_ACCOUNT_AGE",
        "VOTE_ENGAGEMENT",
        "VOTE_REVIEW_TIME",
        "VOTE_DAILY_LIMIT",
      ],
      idempotent: true,
    })
    .input(voteRefundInput)
    .output(voteRefundOutput)
    .mutation(({ ctx, input }) => voteOnRefund(ctx, input)),

  appeal: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/refund-requests/{id}/appeal",
        tags,
        summary: "Appeal the decision on one's own request, once, until the bounty is settled",
        description: "Takes an Idempotency-Key header.",
      },
      refuses: ["FORBIDDEN", "ALREADY_APPEALED", "NO_APPEAL"],
      idempotent: true,
    })
    .input(appealRefundInput)
    .output(requestRefundOutput)
    .mutation(({ ctx, input }) => appealRefund(ctx, input)),

  decideAppeal: moderatorProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/refund-requests/{id}/appeal/decision",
        tags,
        summary: "Decide an appeal, finally; granted, the bounty is paid back",
        description: "For moderators. Takes an Idempotency-Key header.",
      },
      refuses: ["OWN_DECISION", "HAS_INTEREST", "NO_APPEAL"],
      idempotent: true,
      stepUp: true,
    })
    .input(decideRefundAppealInput)
    .output(requestRefundOutput)
    .mutation(({ ctx, input }) => decideRefundAppeal(ctx, input)),
});
