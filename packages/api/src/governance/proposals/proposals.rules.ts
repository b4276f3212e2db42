import {
  formatAmount,
  type Parameters,
  PROPOSAL_STAKES,
  PROPOSALS,
  type Proposal,
  type ProposalType,
  votingPower,
} from "@bbux/contract";
import { allowed, refused, type Verdict } from "../../platform/errors/errors.ts";

type Status = Proposal["status"];

/** Returns the stake needed to submit a proposal of the type, in base units. */
export function stakeNeeded(type: ProposalType, parameters: Parameters): bigint {
  return parameters[PROPOSAL_STAKES[type]];
}

/**
 * Decides whether a member may submit a proposal.
 * @param args.staked by the member now, base units
 * @param args.open how many of their proposals are undecided
 */
export function maySubmit(args: { readonly needed: bigint; readonly staked: bigint; readonly open: number }): Verdict {
  const { needed, staked, open } = args;
  if (staked < needed) {
    return refused("STAKE_TOO_LOW", {
      message: `This needs a stake of ${formatAmount(needed)} BBUX. You have staked ${formatAmount(staked)} BBUX.`,
      details: { needed: formatAmount(needed), staked: formatAmount(staked) },
    });
  }
  return open < PROPOSALS.open ? allowed : refused("TOO_MANY_PROPOSALS");
}

/**
 * Returns whether votes are still accepted. The closing time itself is too late, even if the proposal isn't decided
 * yet.
 */
export function isOpen(state: { readonly status: Status; readonly closesAt: Date }, now: Date): boolean {
  return state.status === "OPEN" && now < state.closesAt;
}

/** Decides whether a member may vote, apart from their voting power. */
export function mayVote(
  state: { readonly status: Status; readonly closesAt: Date; readonly voted: boolean },
  now: Date,
): Verdict {
  if (!isOpen(state, now)) return refused("VOTING_CLOSED");
  return state.voted ? refused("ALREADY_VOTED") : allowed;
}

/** The voting power of a member. */
export interface Weight {
  /** The part that counts toward the quorum and is locked. */
  readonly stake: bigint;
  readonly reputation: number;
  readonly power: bigint;
}

/**
 * Returns a member's voting power: their stake when voting opened, or now if that is less, times the multiplier of the
 * reputation that they had when voting opened (docs/DECISIONS.md 1.7, docs/adr/0012). Later gains don't count.
 */
export function weightOf(member: {
  readonly stakeAtOpen: bigint;
  readonly stakeNow: bigint;
  readonly reputation: number;
}): Weight {
  const { stakeAtOpen, stakeNow, reputation } = member;
  const hasLess = stakeNow < stakeAtOpen;
  const stake = hasLess ? stakeNow : stakeAtOpen;
  return { stake, reputation, power: votingPower(stake, reputation) };
}

/**
 * Returns the stake that has to vote: 10% of all stake when voting opened, rounded up, and never zero
 * (docs/DECISIONS.md §6).
 */
export function quorumOf(stakedAtOpen: bigint): bigint {
  const share = (stakedAtOpen * PROPOSALS.quorumPercent + 99n) / 100n;
  return share > 0n ? share : 1n;
}

export interface Decision {
  readonly passed: boolean;
  readonly outcome: NonNullable<Proposal["outcome"]>;
}

/** Decides a vote: the quorum first, then the majority of voting power. A tie rejects. */
export function decide(votes: {
  readonly stakeVoted: bigint;
  readonly quorumStake: bigint;
  readonly powerFor: bigint;
  readonly powerAgainst: bigint;
}): Decision {
  if (votes.stakeVoted < votes.quorumStake) return { passed: false, outcome: "NO_QUORUM" };
  const passed = votes.powerFor > votes.powerAgainst;
  return { passed, outcome: passed ? "MAJORITY" : "NO_MAJORITY" };
}

/** Decides whether an admin may record that a proposal was carried out: once, and only if it passed. */
export function mayExecute(status: Status): Verdict {
  switch (status) {
    case "PASSED":
      return allowed;
    case "OPEN":
      return refused("CONFLICT", { message: "This proposal is still being voted on" });
    case "REJECTED":
      return refused("CONFLICT", { message: "This proposal was rejected" });
    case "EXECUTED":
      return refused("CONFLICT", { message: "This proposal has been carried out already" });
  }
}
