import type { Proposal, ProposalType } from "@bbux/contract";
import { fixedAmount, unitsOf } from "../../components/Amount.format.ts";

export const TYPES: Record<ProposalType, { readonly name: string; readonly says: string; readonly act: string }> = {
  SIGNAL: { name: "Signal", says: "Asks what the community thinks. It isn't binding.", act: "Propose a signal" },
  POLICY: {
    name: "Policy",
    says: "Says how something should be done. An admin carries it out and records how.",
    act: "Propose a policy",
  },
  PARAMETER: {
    name: "Parameter change",
    act: "Propose a parameter change",
    says: "Changes a fee, a rate or a threshold. It takes effect automatically.",
  },
};

type Facts = Pick<Proposal, "status" | "outcome" | "type">;

/** Describes the outcome in a sentence; `closed` while voting is over and not counted yet. */
export function outcomeText({ status, outcome, type }: Facts, closed: boolean): string {
  if (status === "OPEN") {
    return closed
      ? "Voting is over, and the votes are being counted."
      : "It passes when enough stake has voted and more voting power is for it than against it.";
  }
  if (outcome === "NO_QUORUM") return "Not enough stake voted, so it's rejected.";
  if (outcome === "NO_MAJORITY") return "It didn't get a majority, so it's rejected.";
  if (status === "EXECUTED") {
    return type === "PARAMETER" ? "It passed and is in force." : "It passed and is done.";
  }
  if (type === "SIGNAL") return "The majority was for it.";
  return "It passed. An admin records when and how it's carried out.";
}

/** Formats voting power, which isn't an amount of BBUX: "36.2103". */
export function powerText(power: string | bigint): string {
  return fixedAmount(unitsOf(power)).replace(" BBUX", "");
}

/** Returns the shares of two amounts in tenths of a percent, which add up; none if both are zero. */
export function shares(one: bigint, other: bigint): { one: number; other: number } | null {
  const whole = one + other;
  if (whole <= 0n) return null;
  const share = Number((one * 1_000n + whole / 2n) / whole) / 10;
  return { one: share, other: Math.round((100 - share) * 10) / 10 };
}

/** Returns the progress towards a target, from 0 to 1. */
export function progress(done: bigint, needed: bigint): number {
  if (needed <= 0n) return 1;
  return done >= needed ? 1 : Number((done * 10_000n) / needed) / 10_000;
}
