import { ballotOf, motionOf, type Proposal, type RefundRequest } from "@bbux/contract";

/** An open vote, with the time at which it closes. */
export type OpenVote =
  | { readonly kind: "proposal"; readonly closesAt: string; readonly proposal: Proposal }
  | { readonly kind: "refund"; readonly closesAt: string; readonly request: RefundRequest };

export interface OpenVotes {
  /** What the member can still vote on, the first to close first. */
  readonly waiting: readonly OpenVote[];
  /** How many others are open that they have voted on, */
  readonly voted: number;
  /** and how many that they can't vote on. */
  readonly barred: number;
}

/** Sorts all open votes by what the member can do about them. */
export function openVotesOf(
  proposals: readonly Proposal[],
  requests: readonly RefundRequest[],
  now: number,
): OpenVotes {
  const motions = proposals.map((proposal) => motionOf(proposal, now));
  const ballots = requests.map((request) => ballotOf(request, now).state);
  const waiting: OpenVote[] = [
    ...proposals
      .filter((_, index) => motions[index] === "vote")
      .map((proposal) => ({ kind: "proposal" as const, closesAt: proposal.closesAt, proposal })),
    ...requests
      .filter((_, index) => ballots[index] === "vote")
      .map((request) => ({ kind: "refund" as const, closesAt: request.expiresAt, request })),
  ];
  return {
    waiting: waiting.toSorted((one, other) => Date.parse(one.closesAt) - Date.parse(other.closesAt)),
    voted: [...proposals, ...requests].filter(({ userVote }) => userVote !== null).length,
    barred: [...motions, ...ballots].filter((state) => state === "barred" || state === "later").length,
  };
}
