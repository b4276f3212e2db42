import { DAY_MS, ERRORS, REFUNDS, type RefundStatus } from "@bbux/contract";
import { AppError, allowed, refused, type Verdict } from "../../errors.ts";
import type { PostState } from "../posts/posts.rules.ts";

/** What the rules look at: a request, under its lock or as it was read. */
export interface RequestState {
  readonly userId: string;
  readonly status: RefundStatus;
  readonly approveVotes: number;
  readonly rejectVotes: number;
  readonly requiredVotes: number;
  readonly expiresAt: Date;
  readonly appealStatus: "OPEN" | "GRANTED" | "DENIED" | "LAPSED" | null;
  readonly appealExpiresAt: Date | null;
}

/** What the rules look at of its post. */
export interface BountyState {
  readonly inEscrow: boolean;
  readonly settlesAt: Date | null;
  /** A moderator has hidden it: nobody can look at what they would vote on. */
  readonly gone: boolean;
}

/** What a member needs to vote, as far as it is not the request's. */
export interface VoterState {
  readonly id: string;
  readonly reputation: number;
  readonly joinedAt: Date;
  /** The oldest of as many votes as there may be in 24 hours, when there are as many. */
  readonly limitingVoteAt: Date | null;
}

/** What there is between a member and a request. */
export interface Acquaintance {
  readonly voted: boolean;
  /** Answered, commented on, voted on or bookmarked the post before the request was made. */
  readonly engaged: boolean;
  readonly firstSeenAt: Date | null;
}

const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds);
const windowMs = REFUNDS.windowDays * DAY_MS;

/**
 * The bounty's creator, from its expiry until 7 days after, while it is unpaid, once (DECISIONS 1.5).
 * @param requested whether there is a request already
 */
export function mayRequest(post: PostState, requested: boolean, viewerId: string, now: Date): Verdict {
  if (post.authorId !== viewerId) {
    return refused("FORBIDDEN", { message: "Only the creator of the bounty can ask for a refund" });
  }
  if (post.bountyStatus !== "ESCROWED" || post.bountyExpiresAt === null) return refused("NO_UNPAID_BOUNTY");
  const from = post.bountyExpiresAt;
  if (now < from) return refused("REFUND_NOT_OPEN", { details: { refundFrom: from.toISOString() } });
  const until = later(from, windowMs);
  if (now >= until) return refused("REFUND_WINDOW_CLOSED", { details: { refundUntil: until.toISOString() } });
  return requested ? refused("REFUND_EXISTS") : allowed;
}

/**
 * Everything that keeps a member from voting now, in the order in which a vote is refused; a vote meets the first one. What
 * no waiting helps against stands alone.
 */
export function hindrances(
  request: RequestState,
  bounty: Pick<BountyState, "gone">,
  voter: VoterState,
  between: Acquaintance,
  now: Date,
): readonly AppError[] {
  if (request.userId === voter.id) return [new AppError("OWN_REQUEST")];
  if (request.status !== "PENDING" || now >= request.expiresAt) return [new AppError("VOTING_CLOSED")];
  if (bounty.gone) {
    return [
      new AppError("VOTING_CLOSED", { message: "A moderator has hidden the post: nobody can vote about it now" }),
    ];
  }
  if (between.voted) return [new AppError("ALREADY_VOTED")];
  return [
    reputation(voter),
    accountAge(voter, now),
    between.engaged ? null : new AppError("VOTE_ENGAGEMENT"),
    reviewTime(between, now),
    dailyLimit(voter, now),
  ].filter((problem) => problem !== null);
}

function reputation({ reputation: have }: VoterState): AppError | null {
  const needed = REFUNDS.reputation;
  if (have >= needed) return null;
  const message = `You need ${needed} reputation points to vote on refunds. You have ${have}.`;
  return new AppError("VOTE_REPUTATION", { message, details: { needed, have } });
}

function accountAge({ joinedAt }: VoterState, now: Date): AppError | null {
  const availableAt = later(joinedAt, REFUNDS.accountDays * DAY_MS);
  if (now >= availableAt) return null;
  const message = `Your account must be ${REFUNDS.accountDays} days old to vote on refunds`;
  return waits("VOTE_ACCOUNT_AGE", availableAt, message);
}

function reviewTime({ firstSeenAt }: Acquaintance, now: Date): AppError | null {
  if (firstSeenAt === null) return new AppError("VOTE_REVIEW_TIME", { details: { availableAt: null } });
  const availableAt = later(firstSeenAt, REFUNDS.reviewMinutes * 60_000);
  return now >= availableAt ? null : waits("VOTE_REVIEW_TIME", availableAt);
}

function dailyLimit({ limitingVoteAt }: VoterState, now: Date): AppError | null {
  if (limitingVoteAt === null) return null;
  const availableAt = later(limitingVoteAt, DAY_MS);
  return now >= availableAt ? null : waits("VOTE_DAILY_LIMIT", availableAt);
}

type Waiting = "VOTE_ACCOUNT_AGE" | "VOTE_REVIEW_TIME" | "VOTE_DAILY_LIMIT";

function waits(code: Waiting, availableAt: Date, message: string = ERRORS[code].message): AppError {
  return new AppError(code, { message, details: { availableAt: availableAt.toISOString() } });
}

type Votes = Pick<RequestState, "approveVotes" | "rejectVotes" | "requiredVotes">;

/** What so many votes decide while voting goes on: whichever reaches the required number (DECISIONS 1.5). */
export function outcomeNow({ approveVotes, rejectVotes, requiredVotes }: Votes): "APPROVED" | "REJECTED" | null {
  if (approveVotes >= requiredVotes) return "APPROVED";
  return rejectVotes >= requiredVotes ? "REJECTED" : null;
}

/** What they decide when the time is up: the majority, a tie rejects; too few refuse (DECISIONS 1.5). */
export function outcomeAtEnd({ approveVotes, rejectVotes, requiredVotes }: Votes): "APPROVED" | "REJECTED" | "EXPIRED" {
  if (approveVotes + rejectVotes < requiredVotes) return "EXPIRED";
  return approveVotes > rejectVotes ? "APPROVED" : "REJECTED";
}

/** When a bounty is settled whose refund was refused just now: as before, or 7 days from now if that is later. */
export function settlesAfterRefusal(settlesAt: Date | null, now: Date): Date {
  const week = later(now, windowMs);
  return settlesAt !== null && settlesAt > week ? settlesAt : week;
}

/** The requester of a refused one, once, until the bounty is settled (DECISIONS §6 Refunds). */
export function mayAppeal(request: RequestState, bounty: BountyState, viewerId: string, now: Date): Verdict {
  if (request.userId !== viewerId) {
    return refused("FORBIDDEN", { message: "Only who asked for the refund can appeal" });
  }
  if (request.appealStatus !== null) return refused("ALREADY_APPEALED");
  const isRefused = request.status === "REJECTED" || request.status === "EXPIRED";
  if (!isRefused) return refused("NO_APPEAL", { message: "Only a refused request can be appealed" });
  if (!bounty.inEscrow || bounty.settlesAt === null || now >= bounty.settlesAt) {
    return refused("NO_APPEAL", { message: "The time to appeal is over" });
  }
  return allowed;
}

/** A moderator about somebody else's, while the appeal is open. */
export function mayDecideAppeal(request: RequestState, viewerId: string, now: Date): Verdict {
  if (request.userId === viewerId) return refused("OWN_DECISION");
  const isOpen = request.appealStatus === "OPEN" && request.appealExpiresAt !== null && now < request.appealExpiresAt;
  return isOpen ? allowed : refused("NO_APPEAL");
}

export const requestNotFound = () => new AppError("NOT_FOUND", { message: "Refund request not found" });
