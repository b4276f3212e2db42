// No zod here: screens without a form use these.
import { formatAmount, UNIT } from "../money.ts";

/**
 * What a passed proposal may change, within bounds. `unit` says how to read the stored integer: basisPoints 500 is 5%,
 * perMillionDaily 500 is 0.050% per day, count is the number itself, amount is base units of BBUX. For the defaults see
 * docs/DECISIONS.md 1.2, 1.5–1.7 and §6.
 */
export const PARAMETERS = {
  bountyFee: {
    title: "Fee on a bounty",
    says: "Added to the price of a bounty and paid to the treasury",
    unit: "basisPoints",
    default: 500n,
    min: 0n,
    max: 1_000n,
  },
  withdrawalFee: {
    title: "Fee on a withdrawal",
    says: "Taken from the amount sold and paid to the treasury",
    unit: "basisPoints",
    default: 300n,
    min: 0n,
    max: 1_000n,
  },
  baseRate: {
    title: "Base reward rate",
    says: "What a stake earns a day",
    unit: "perMillionDaily",
    default: 500n,
    min: 0n,
    max: 2_000n,
  },
  activityBonus: {
    title: "Activity bonus",
    says: "More while the volume of bounties is high",
    unit: "perMillionDaily",
    default: 200n,
    min: 0n,
    max: 2_000n,
  },
  treasuryBonus: {
    title: "Treasury bonus",
    says: "More while the treasury could pay three months",
    unit: "perMillionDaily",
    default: 100n,
    min: 0n,
    max: 2_000n,
  },
  governanceBonus: {
    title: "Governance bonus",
    says: "More for members who voted in the last 30 days",
    unit: "perMillionDaily",
    default: 200n,
    min: 0n,
    max: 2_000n,
  },
  participationPenalty: {
    title: "Participation penalty",
    says: "Less while more than half of all BBUX is staked",
    unit: "perMillionDaily",
    default: 300n,
    min: 0n,
    max: 2_000n,
  },
  maxRate: {
    title: "Highest reward rate",
    says: "No stake earns more a day",
    unit: "perMillionDaily",
    default: 1_200n,
    min: 0n,
    max: 2_000n,
  },
  requiredVotes: {
    title: "Votes that decide a refund",
    says: "Equal votes needed to approve or reject a refund request",
    unit: "count",
    default: 5n,
    min: 1n,
    max: 100n,
  },
  establishedPoints: {
    title: "Points of established members",
    says: "Points a member needs from other established members before their votes decide bounties and refunds; with 0, all votes do",
    unit: "count",
    default: 50n,
    min: 0n,
    max: 1_000n,
  },
  tagProposalPoints: {
    title: "Points to propose a tag",
    says: "Reputation that a member needs to propose a tag; with 0, every member with a confirmed address can",
    unit: "count",
    default: 50n,
    min: 0n,
    max: 10_000n,
  },
  settlementReviewFrom: {
    title: "Bounties open to objections from",
    says: "Members can object before votes pay a bounty of at least this size; with 0, to none",
    unit: "amount",
    default: 10n * UNIT,
    min: 0n,
    max: 1_000_000n * UNIT,
  },
  volumeMedium: {
    title: "Medium activity from",
    says: "BBUX placed as bounties in 30 days",
    unit: "amount",
    default: 10n * UNIT,
    min: 0n,
    max: 1_000_000_000n * UNIT,
  },
  volumeHigh: {
    title: "High activity from",
    says: "BBUX placed as bounties in 30 days",
    unit: "amount",
    default: 100n * UNIT,
    min: 0n,
    max: 1_000_000_000n * UNIT,
  },
  signalStake: {
    title: "Stake to ask for an opinion",
    says: "What must be staked to submit a signal",
    unit: "amount",
    default: 1n * UNIT,
    min: 0n,
    max: 1_000_000n * UNIT,
  },
  policyStake: {
    title: "Stake to propose a policy",
    says: "What must be staked to submit a policy",
    unit: "amount",
    default: 10n * UNIT,
    min: 0n,
    max: 1_000_000n * UNIT,
  },
  parameterStake: {
    title: "Stake to propose a change of parameters",
    says: "What must be staked to submit one",
    unit: "amount",
    default: 100n * UNIT,
    min: 0n,
    max: 1_000_000n * UNIT,
  },
} as const satisfies Record<
  string,
  {
    title: string;
    says: string;
    unit: "basisPoints" | "perMillionDaily" | "count" | "amount";
    default: bigint;
    min: bigint;
    max: bigint;
  }
>;
export type ParameterName = keyof typeof PARAMETERS;
export const PARAMETER_NAMES = Object.keys(PARAMETERS) as [ParameterName, ...ParameterName[]];
/** What is in force: an integer in each parameter's unit. */
export type Parameters = Readonly<Record<ParameterName, bigint>>;

/** In force unless someone changed or configured them. */
export const DEFAULT_PARAMETERS: Parameters = Object.fromEntries(
  PARAMETER_NAMES.map((name) => [name, PARAMETERS[name].default]),
) as Record<ParameterName, bigint>;

/** Explains what is wrong with a value, in a sentence; `null` if nothing is. */
export function parameterProblem(name: ParameterName, value: bigint): string | null {
  const { min, max } = PARAMETERS[name];
  if (value < min) return `${PARAMETERS[name].title} must be at least ${formatParameter(name, min)}`;
  if (value > max) return `${PARAMETERS[name].title} must be at most ${formatParameter(name, max)}`;
  return null;
}

/** Formats for people: `5%`, `0.050% a day`, `5`, `100 BBUX`. */
export function formatParameter(name: ParameterName, value: bigint): string {
  switch (PARAMETERS[name].unit) {
    case "basisPoints":
      return `${Number(value) / 100}%`;
    case "perMillionDaily":
      return `${(Number(value) / 10_000).toFixed(3)}% a day`;
    case "count":
      return value.toString();
    case "amount":
      return `${formatAmount(value)} BBUX`;
  }
}

/**
 * Returns the governance fee on a bounty in base units, for a rate in basis points. Rounds up, though it is exact
 * because bounties are multiples of 0.01.
 */
export function bountyFee(amount: bigint, basisPoints: bigint): bigint {
  return ceilShare(amount, basisPoints);
}

/** Returns what posting a bounty costs: the amount and the fee (docs/DECISIONS.md 1.2). */
export function bountyCost(amount: bigint, basisPoints: bigint): bigint {
  return amount + bountyFee(amount, basisPoints);
}

/** Returns the fee on selling an amount, in base units, rounded up (docs/DECISIONS.md 1.6). */
export function withdrawalFee(amount: bigint, basisPoints: bigint): bigint {
  return ceilShare(amount, basisPoints);
}

/**
 * Returns a rate in basis points at which selling an amount costs this fee, `inForce` if that is one; null if there is none. Small
 * amounts have several.
 */
export function withdrawalFeeRate(amount: bigint, fee: bigint, inForce: bigint): bigint | null {
  const highest = amount > 0n ? (fee * 10_000n) / amount : 0n;
  return [inForce, highest].find((rate) => withdrawalFee(amount, rate) === fee) ?? null;
}

function ceilShare(amount: bigint, basisPoints: bigint): bigint {
  return (amount * basisPoints + 9_999n) / 10_000n;
}
