// What a member can do about an open vote. Screens decide by it which of form, waiting time or reason to show.
import type { Proposal } from "./proposals.ts";
import type { RefundRequest } from "./refunds.ts";

type Hindrance = RefundRequest["hindrances"][number];
type Request = Pick<RefundRequest, "status" | "expiresAt" | "own" | "userVote"> & {
  readonly hindrances: readonly Hindrance[];
};

/**
 * `vote`: the member may vote, or as soon as the review time is over, which the form counts down. `later`: nothing is
 * missing from `from` on. `barred`: the reasons outlast the voting time. `none`: there's nothing to decide for them,
 * because voting is over, the request is theirs, or they have voted.
 */
export type Ballot =
  | { readonly state: "none" | "vote" }
  | { readonly state: "later"; readonly from: string; readonly reasons: readonly Hindrance[] }
  | { readonly state: "barred"; readonly reasons: readonly Hindrance[] };

/** Returns what a member can do about a refund request, by what the server says keeps them from voting. */
export function ballotOf({ status, expiresAt, own, userVote, hindrances }: Request, now: number): Ballot {
  const end = Date.parse(expiresAt);
  if (status !== "PENDING" || now >= end || own || userVote !== null) return { state: "none" };
  const reasons = hindrances.filter(
    ({ code, availableAt }) => code !== "VOTE_REVIEW_TIME" && !isPast(availableAt, now),
  );
  if (reasons.length === 0) return { state: "vote" };
  const ends = reasons.map(({ availableAt }) => (availableAt === null ? end : Date.parse(availableAt)));
  const from = Math.max(...ends);
  return from < end ? { state: "later", from: new Date(from).toISOString(), reasons } : { state: "barred", reasons };
}

function isPast(at: string | null, now: number): boolean {
  return at !== null && Date.parse(at) <= now;
}

type Motion = Pick<Proposal, "status" | "closesAt" | "userVote" | "userPower">;

/** Returns what a member can do about a proposal; `barred` without voting power, which they can't gain any more. */
export function motionOf({ status, closesAt, userVote, userPower }: Motion, now: number): "none" | "vote" | "barred" {
  if (status !== "OPEN" || now >= Date.parse(closesAt) || userVote !== null) return "none";
  return Number(userPower ?? 0) > 0 ? "vote" : "barred";
}
