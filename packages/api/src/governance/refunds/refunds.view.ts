import { formatAmount, type InterfaceLanguage, type RefundRequest, UNIT } from "@bbux/contract";
import type { AppError } from "../../platform/errors/errors.ts";
import { translate } from "../../platform/language/index.ts";
import { type BountyState, hindrances, mayAppeal, type RequestState, type VoterState } from "./refunds.rules.ts";
import type { RequestRow } from "./refunds.sql.ts";

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** Picks what the rules need from a row. */
export function stateOf(row: RequestRow): RequestState {
  return {
    kind: row.kind,
    userId: row.user_id,
    status: row.status,
    approveVotes: row.approve_votes,
    rejectVotes: row.reject_votes,
    requiredVotes: row.required_votes,
    byModerators: row.by_moderators,
    expiresAt: row.expires_at,
    appealStatus: row.appeal_status,
    appealExpiresAt: row.appeal_expires_at,
  };
}

function bountyOf({ in_escrow, settles_at }: RequestRow): BountyState {
  return { inEscrow: in_escrow, settlesAt: settles_at };
}

/** Shapes a request for its viewer, with the reasons why they can't vote in their language. */
export function viewOf(row: RequestRow, viewer: VoterState, now: Date, language: InterfaceLanguage): RefundRequest {
  const amount = BigInt(row.amount);
  const state = stateOf(row);
  const bounty = bountyOf(row);
  const {
    engaged,
    answered,
    voted_on_answer: votedOnAnswer,
    asked,
    partisan,
    standing,
    first_seen_at: firstSeenAt,
  } = row;
  const between = {
    voted: row.approved !== null,
    engaged,
    answered,
    votedOnAnswer,
    asked,
    partisan,
    standing,
    firstSeenAt,
  };
  return {
    id: row.id,
    postId: row.post_id,
    postTitle: row.title,
    userId: row.user_id,
    username: row.username,
    requesterUsername: row.username,
    kind: row.kind,
    answerId: row.answer_id,
    bountyAmount: Number(amount) / Number(UNIT),
    amount: formatAmount(amount),
    reason: row.reason,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedAt: iso(row.decided_at),
    communityVotes: row.approve_votes + row.reject_votes,
    requiredVotes: row.required_votes,
    votes: { approve: row.approve_votes, reject: row.reject_votes },
    userVote: row.approved === null ? null : row.approved ? "approve" : "reject",
    own: row.user_id === viewer.id,
    hindrances: hindrances(state, viewer, between, now).map((error) => hindranceOf(error, language)),
    settlesAt: iso(row.settles_at),
    mayAppeal: mayAppeal(state, bounty, viewer.id, now).ok,
    appeal: appealOf(row),
    interested: row.interested,
  };
}

function hindranceOf(
  { code, message, details }: AppError,
  language: InterfaceLanguage,
): RefundRequest["hindrances"][number] {
  const at = details !== undefined && "availableAt" in details ? details.availableAt : null;
  return { code, message: translate(language, message), availableAt: typeof at === "string" ? at : null };
}

function appealOf(row: RequestRow): RefundRequest["appeal"] {
  if (row.appeal_status === null || row.appealed_at === null || row.appeal_expires_at === null) return null;
  return {
    status: row.appeal_status,
    reason: row.appeal_reason ?? "",
    createdAt: row.appealed_at.toISOString(),
    expiresAt: row.appeal_expires_at.toISOString(),
    decidedAt: iso(row.appeal_decided_at),
    note: row.appeal_note,
  };
}
