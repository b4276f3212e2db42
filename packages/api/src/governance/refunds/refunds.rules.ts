import { DAY_MS, ERRORS, REFUNDS, type RefundStatus, type Standing } from "@bbux/contract";
import { AppError, allowed, refused, type Verdict } from "../../platform/errors/errors.ts";

/** What the rules need of a request, locked or as it was read. */
export interface RequestState {
  /** An objection to a settlement is decided like a refund request, except that the asker has an interest (docs/adr/0037). */
  readonly kind: "REQUEST" | "OBJECTION";
  readonly userId: string;
  readonly status: RefundStatus;
  readonly approveVotes: number;
  readonly rejectVotes: number;
  readonly requiredVotes: number;
  /** The community was too small for a vote when the request was made. */
  readonly byModerators: boolean;
  readonly expiresAt: Date;
  readonly appealStatus: "OPEN" | "GRANTED" | "DENIED" | "LAPSED" | null;
  readonly appealExpiresAt: Date | null;
}

/** What the rules need of a post whose creator asks for a refund. */
export interface PostedBounty {
  readonly authorId: string;
  readonly bountyStatus: "NONE" | "ESCROWED" | "PAID" | "REFUNDED";
  readonly bountyExpiresAt: Date | null;
}

/** What the rules need of its post. */
export interface BountyState {
  readonly inEscrow: boolean;
  readonly settlesAt: Date | null;
}

/** What a vote requires of the member alone. */
export interface VoterState {
  readonly id: string;
  readonly reputation: number;
  readonly joinedAt: Date;
  /** When the oldest vote of the 24-hour limit was cast, if the limit is reached. */
  readonly limitingVoteAt: Date | null;
}

/** How a member relates to a request. */
export interface Acquaintance {
  /** By the rules of when the bounty was placed. */
  readonly standing: Standing;
  readonly voted: boolean;
  /** Answered, commented on, voted on or bookmarked the post before the request was made. */
  readonly engaged: boolean;
  /** Has answered the post. */
  readonly answered: boolean;
  /** Has voted on an answer to the post. */
  readonly votedOnAnswer: boolean;
  /** Has asked the question. */
  readonly asked: boolean;
  /** Took someone out of the running for the bounty, or was promoted by someone in it. */
  readonly partisan: boolean;
  readonly firstSeenAt: Date | null;
}

const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds);
const windowMs = REFUNDS.windowDays * DAY_MS;

/**
 * Lets the bounty's creator request a refund once, from the end of the bounty until 7 days after, while it is unpaid
 * (docs/DECISIONS.md 1.5).
 * @param requested whether a request exists already
 */
export function mayRequest(post: PostedBounty, requested: boolean, viewerId: string, now: Date): Verdict {
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

const PARTISAN =
  "You decided about someone who takes part in this bounty, or one of them promoted you, so others must decide here";

/**
 * Lists everything that keeps a member from voting now, in the order of refusal; a vote is refused with the first. An
 * obstacle that waiting can't remove is listed alone.
 */
export function hindrances(
  request: RequestState,
  voter: VoterState,
  between: Acquaintance,
  now: Date,
): readonly AppError[] {
  if (request.userId === voter.id) return [new AppError("OWN_REQUEST")];
  if (request.status !== "PENDING" || now >= request.expiresAt) return [new AppError("VOTING_CLOSED")];
  if (between.voted) return [new AppError("ALREADY_VOTED")];
  if (request.kind === "OBJECTION" && (between.asked || between.answered)) return [new AppError("HAS_INTEREST")];
  if (between.partisan) return [new AppError("HAS_INTEREST", { message: PARTISAN })];
  if (request.byModerators) return ofModerators(voter, between, now);
  return [
    established(between),
    reputation(voter),
    accountAge(voter, now),
    between.engaged ? null : new AppError("VOTE_ENGAGEMENT"),
    reviewTime(between, now),
    dailyLimit(voter, now),
  ].filter((problem) => problem !== null);
}

/** Moderators decide in place of a vote, so what it takes to be one of many voters isn't asked of them. */
function ofModerators(voter: VoterState, between: Acquaintance, now: Date): readonly AppError[] {
  if (!between.standing.isStaff) return [new AppError("VOTE_MODERATORS_ONLY")];
  if (between.answered || between.votedOnAnswer) return [new AppError("HAS_INTEREST")];
  return [reviewTime(between, now), dailyLimit(voter, now)].filter((problem) => problem !== null);
}

function established({ standing: { isEstablished, points: have, needed } }: Acquaintance): AppError | null {
  // Otherwise it is the account's age that is missing.
  if (isEstablished || have >= needed) return null;
  const message = `Your vote counts once other established members have given you ${needed} points. You have ${have}.`;
  return new AppError("VOTE_NOT_ESTABLISHED", { message, details: { needed, have } });
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

/** Decides during voting: the first side to reach the required number wins (docs/DECISIONS.md 1.5). */
export function outcomeNow({ approveVotes, rejectVotes, requiredVotes }: Votes): "APPROVED" | "REJECTED" | null {
  if (approveVotes >= requiredVotes) return "APPROVED";
  return rejectVotes >= requiredVotes ? "REJECTED" : null;
}

/** Decides when voting ends: the majority wins, a tie rejects, and too few votes reject (docs/DECISIONS.md 1.5). */
export function outcomeAtEnd({ approveVotes, rejectVotes, requiredVotes }: Votes): "APPROVED" | "REJECTED" | "EXPIRED" {
  if (approveVotes + rejectVotes < requiredVotes) return "EXPIRED";
  return approveVotes > rejectVotes ? "APPROVED" : "REJECTED";
}

/** Returns when a bounty is settled after its refund was rejected: as planned, or 7 days from now if that is later. */
export function settlesAfterRefusal(settlesAt: Date | null, now: Date): Date {
  const week = later(now, windowMs);
  return settlesAt !== null && settlesAt > week ? settlesAt : week;
}

/** Lets the requester appeal a rejection once, until the bounty is settled (docs/DECISIONS.md §6 Refunds). */
export function mayAppeal(request: RequestState, bounty: BountyState, viewerId: string, now: Date): Verdict {
  if (request.userId !== viewerId) {
    return refused("FORBIDDEN", { message: "Only the person who asked for the refund can appeal" });
  }
  if (request.kind === "OBJECTION") return refused("NO_APPEAL", { message: "The vote on an objection is final" });
  if (request.appealStatus !== null) return refused("ALREADY_APPEALED");
  const isRefused = request.status === "REJECTED" || request.status === "EXPIRED";
  if (!isRefused) return refused("NO_APPEAL", { message: "Only a rejected request can be appealed" });
  if (!bounty.inEscrow || bounty.settlesAt === null || now >= bounty.settlesAt) {
    return refused("NO_APPEAL", { message: "The time to appeal is over" });
  }
  return allowed;
}

const OWN_VOTE = "You voted on this request, so someone else must decide its appeal";

/** Lets a moderator who has no part in the bounty or the request decide another member's appeal while it is open. */
export function mayDecideAppeal(
  request: RequestState,
  judge: { readonly id: string; readonly interested: boolean; readonly voted: boolean; readonly partisan: boolean },
  now: Date,
): Verdict {
  if (request.userId === judge.id) return refused("OWN_DECISION");
  if (judge.voted) return refused("OWN_DECISION", { message: OWN_VOTE });
  if (judge.interested) return refused("HAS_INTEREST");
  if (judge.partisan) return refused("HAS_INTEREST", { message: PARTISAN });
  const isOpen = request.appealStatus === "OPEN" && request.appealExpiresAt !== null && now < request.appealExpiresAt;
  return isOpen ? allowed : refused("NO_APPEAL");
}

export const requestNotFound = () => new AppError("NOT_FOUND", { message: "Refund request not found" });
