import {
  formatAmount,
  type Parameters,
  PROPOSAL_STAKES,
  PROPOSALS,
  type Proposal,
  type ProposalType,
  votingPower,
} from "@bbux/contract";
import { allowed, refused, type Verdict } from "../../errors.ts";

type Status = Proposal["status"];

/** What must be staked to submit a proposal of the type, in base units (spec money §5). */
export function stakeNeeded(type: ProposalType, parameters: Parameters): bigint {
  return parameters[PROPOSAL_STAKES[type]];
}

/**
 * Whether a member may submit a proposal.
 * @param args.staked by the member now, base units
 * @param args.open how many of theirs are not decided
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

/** Whether votes are still taken: the closing time itself is too late, whether the proposal has been decided yet or not. */
export function isOpen(state: { readonly status: Status; readonly closesAt: Date }, now: Date): boolean {
  return state.status === "OPEN" && now < state.closesAt;
}

/** Whether a member may vote, apart from what their vote weighs. */
export function mayVote(
  state: { readonly status: Status; readonly closesAt: Date; readonly voted: boolean },
  now: Date,
): Verdict {
  if (!isOpen(state, now)) return refused("VOTING_CLOSED");
  return state.voted ? refused("ALREADY_VOTED") : allowed;
}

/** What a vote weighs. */
export interface Weight {
  /** What counts towards the quorum, and is locked. */
  readonly stake: bigint;
  readonly reputation: number;
  readonly power: bigint;
}

/**
 * What a vote weighs: what the member had staked when voting opened, or less if they have less now, times the weight of the
 * reputation that they had when it opened (DECISIONS 1.7, docs/adr/0012). What came later does not count.
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

/** The stake that must have voted: 10% of what was staked when voting opened, rounded up, and never nothing (DECISIONS §6). */
export function quorumOf(stakedAtOpen: bigint): bigint {
  const share = (stakedAtOpen * PROPOSALS.quorumPercent + 99n) / 100n;
  return share > 0n ? share : 1n;
}

export interface Decision {
  readonly passed: boolean;
  readonly outcome: NonNullable<Proposal["outcome"]>;
}

/** What became of a vote: the quorum first, then the majority of voting power. A tie rejects. */
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

/** Whether an admin may record that a proposal was carried out: once, and only what has passed. */
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
