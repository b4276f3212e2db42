import { z } from "zod";
import { amountAsNumber, amountAsString } from "../platform/amounts.ts";
import { id, idOut, time } from "../platform/ids.ts";
import { HOUR_MS } from "../platform/limits.ts";
import { oneOf, page, refundStatus } from "../platform/parts.ts";
import { text } from "../platform/text.ts";
import { VOTE_REASON_TOO_SHORT } from "./refunds.messages.ts";

export { VOTE_REASON_TOO_SHORT };

/** Rules of refund requests (docs/DECISIONS.md 1.5, §6). */
export const REFUNDS = {
  votingHours: 48,
  /** How many days after the bounty ends a request can be made, and how long settlement waits after a rejection. */
  windowDays: 7,
  /** An appeal that is undecided for this long lapses and the rejection stands, so no bounty gets stuck. */
  appealDays: 7,
  reputation: 50,
  accountDays: 7,
  reviewMinutes: 5,
  votesPerDay: 10,
  /** Reputation points for a vote. */
  reward: 5,
  reason: { max: 2_000 },
  voteReason: { min: 20, max: 1_000 },
  pageSize: 20,
} as const;
export const REFUND_VOTING_MS = REFUNDS.votingHours * HOUR_MS;

const choice = z.enum(["approve", "reject"]);

/** Something that keeps the caller from voting, with a sentence that says what is missing. */
const hindrance = z.object({
  code: z.string().meta({ description: "The error code that a vote would be answered with" }),
  message: z.string(),
  availableAt: time.nullable().meta({ description: "When it ends on its own, if it does" }),
});

export const refundAppeal = z
  .object({
    status: z.enum(["OPEN", "GRANTED", "DENIED", "LAPSED"]),
    reason: z.string(),
    createdAt: time,
    expiresAt: time.meta({ description: "Undecided until then it lapses" }),
    decidedAt: time.nullable(),
    note: z.string().nullable().meta({ description: "Why a moderator decided so" }),
  })
  .meta({ id: "RefundAppeal" });

/** A refund request with the fields of every documented form. */
export const refundRequest = z
  .object({
    id: idOut,
    postId: idOut,
    postTitle: z.string(),
    userId: idOut,
    username: z.string(),
    requesterUsername: z.string(),
    kind: z
      .enum(["REQUEST", "OBJECTION"])
      .meta({ description: "An objection is a member's, against the payment that was announced" }),
    answerId: idOut.nullable().meta({ description: "The answer that an objection is against; otherwise null" }),
    bountyAmount: amountAsNumber,
    amount: amountAsString,
    reason: z.string(),
    status: refundStatus,
    createdAt: time,
    updatedAt: time,
    expiresAt: time.meta({ description: "Creation and 48 hours" }),
    decidedAt: time.nullable(),
    communityVotes: z.int().meta({ description: "All votes cast" }),
    requiredVotes: z.int(),
    votes: z.object({ approve: z.int(), reject: z.int() }),
    userVote: choice.nullable(),
    own: z.boolean().meta({ description: "Whether the caller made it" }),
    hindrances: z.array(hindrance).meta({ description: "Why the caller cannot vote now; empty when they can" }),
    settlesAt: time.nullable().meta({ description: "When a refused bounty is settled; null once it is" }),
    mayAppeal: z.boolean().meta({ description: "Whether the caller may appeal now" }),
    appeal: refundAppeal.nullable(),
    interested: z.boolean().meta({
      description:
        "While an appeal is open: whether the caller takes part in the bounty, decided about someone who does, or was promoted by one of them, so that they can't decide",
    }),
  })
  .meta({ id: "RefundRequest" });
export type RefundRequest = z.infer<typeof refundRequest>;

export const refundVote = z
  .object({
    id: idOut,
    voterUsername: z.string(),
    vote: z.boolean().meta({ description: "true means approve" }),
    reason: z.string(),
    counted: z.boolean().meta({
      description:
        "False if the voter shared a network, device or wallet with an earlier voter, or with someone the vote favors",
    }),
    createdAt: time,
  })
  .meta({ id: "RefundVote" });
export type RefundVote = z.infer<typeof refundVote>;

const paged = { ...page, limit: z.int().min(1).max(100).default(REFUNDS.pageSize) };
const filter = oneOf(["pending", "approved", "rejected", "completed", "expired", "appealed"]).meta({
  description: "pending, approved (with COMPLETED), rejected (with EXPIRED), …, appealed: appeal open",
});
export const listRefundsInput = z
  .object({
    ...paged,
    status: filter.optional(),
    postId: id.optional(),
    mine: z.boolean().meta({ description: "Only the caller's own, or only those of others" }).optional(),
  })
  .prefault({});
/** Newest first. The total is in the header X-Total-Count. */
export const listRefundsOutput = z.array(refundRequest);
export const byRefundId = z.object({ id });
export const refundOutput = z.object({ request: refundRequest });
export const listRefundVotesInput = byRefundId.extend(paged);
export const listRefundVotesOutput = z.array(refundVote);

export const requestRefundInput = z.object({
  postId: id,
  reason: text({ max: REFUNDS.reason.max, required: "Please say why you want a refund" }),
});
export const requestRefundOutput = z.object({ success: z.literal(true), request: refundRequest });

export const voteRefundInput = byRefundId.extend({
  vote: choice,
  reason: z
    .string()
    .trim()
    .min(REFUNDS.voteReason.min, VOTE_REASON_TOO_SHORT)
    .max(REFUNDS.voteReason.max)
    .meta({ description: "At least 20 characters" }),
});
export const voteRefundOutput = z
  .object({
    success: z.literal(true),
    message: z.string(),
    counted: z.boolean().meta({ description: "Whether it decides: see RefundVote" }),
    reward: z.int().meta({ description: "Reputation points" }),
    updatedVotes: z.object({ approve: z.int(), reject: z.int() }),
    request: refundRequest,
  })
  .meta({ id: "RefundVoted" });

export const appealRefundInput = byRefundId.extend({
  reason: text({ max: REFUNDS.reason.max, required: "Please say why the decision is wrong" }),
});
export const decideRefundAppealInput = byRefundId.extend({
  decision: z.enum(["grant", "deny"]),
  note: text({ max: REFUNDS.reason.max, required: "Please say why" }),
});

/** What is announced before a bounty is settled (docs/adr/0037). */
export const SETTLEMENT = {
  noticeDays: 2,
  /** After so many announcements, a new outcome is paid without another: settling never waits forever. */
  notices: 5,
} as const;

export const settlementInput = z.object({ id });
export const settlementOutput = z
  .object({
    notice: z
      .object({
        answerId: idOut.nullable().meta({ description: "The answer that is paid as votes stand now; null if none is" }),
        username: z.string().nullable(),
        notifiedAt: time,
        settlesAt: time,
      })
      .nullable()
      .meta({ description: `Null until ${SETTLEMENT.noticeDays} days before the payout date, and once it is settled` }),
    mayObject: z.boolean().meta({ description: "Whether the caller may object now" }),
  })
  .meta({ id: "Settlement" });
export type Settlement = z.infer<typeof settlementOutput>;

export const objectInput = settlementInput.extend({
  reason: text({ max: REFUNDS.reason.max, required: "Please say why this answer shouldn't be paid" }),
});
export const objectOutput = z.object({ success: z.literal(true), request: refundRequest });
