import type { Services } from "@bbux/api";
import { DEFAULT_PARAMETERS, parseAmount } from "@bbux/contract";
import type { Env } from "./env.ts";

/** The configured fees, rates, and thresholds, which apply until they are changed (docs/DECISIONS.md 6, Governance and Pages). */
export function parameterDefaults(env: Env): Services["parameterDefaults"] {
  return {
    ...DEFAULT_PARAMETERS,
    requiredVotes: BigInt(env.REFUND_REQUIRED_VOTES),
    establishedPoints: BigInt(env.ESTABLISHED_POINTS ?? (env.DEMO === "on" ? 0 : DEFAULT_PARAMETERS.establishedPoints)),
    settlementReviewFrom: amountOf(env.SETTLEMENT_REVIEW_FROM),
    volumeMedium: amountOf(env.VOLUME_MEDIUM),
    volumeHigh: amountOf(env.VOLUME_HIGH),
    signalStake: amountOf(env.PROPOSAL_STAKE_SIGNAL),
    policyStake: amountOf(env.PROPOSAL_STAKE_POLICY),
    parameterStake: amountOf(env.PROPOSAL_STAKE_PARAMETER),
  };
}

/** The environment has already been validated. */
export function amountOf(text: string): bigint {
  return parseAmount(text) ?? 0n;
}

/** BBUX from which on it takes two admins, if nothing else is configured. */
const APPROVAL_FROM = "100";

/** From what on two admins approve. Null: never. On the local chain, whose SOL is worth nothing, only if it is asked for. */
export function approvalFrom({ APPROVAL_FROM: given }: Pick<Env, "APPROVAL_FROM">, isLocal: boolean): bigint | null {
  if (given === "off" || (given === undefined && isLocal)) return null;
  return amountOf(given ?? APPROVAL_FROM);
}
