import { GOVERNANCE, type Level, type Parameters, type RewardRate, type UserRewardRate } from "@bbux/contract";

/** What the daily rate depends on, in base units. */
export interface PlatformFigures {
  /** Placed as bounties in the 30 days before. */
  readonly volume: bigint;
  readonly treasury: bigint;
  readonly staked: bigint;
  /** What members hold in any form: available, staked, in escrow, withdrawing. */
  readonly circulating: bigint;
}

export interface Levels {
  readonly activityLevel: Level;
  readonly treasuryHealth: Level;
  readonly participationLevel: Level;
}

/** Parts per million per day. The penalty is negative or 0, so the parts add up to the total within its bounds. */
export interface Rate {
  readonly baseRate: bigint;
  readonly activityBonus: bigint;
  readonly treasuryBonus: bigint;
  readonly participationPenalty: bigint;
  readonly totalRate: bigint;
  readonly maxRate: bigint;
}

export interface PersonalRate extends Rate {
  readonly governanceBonus: bigint;
}

/** A rate of 1, in parts per million. */
export const PPM = 1_000_000n;

type RateParameters = Pick<
  Parameters,
  | "baseRate"
  | "activityBonus"
  | "treasuryBonus"
  | "governanceBonus"
  | "participationPenalty"
  | "maxRate"
  | "volumeMedium"
  | "volumeHigh"
>;

/**
 * Returns everyone's rate and the levels behind it (docs/DECISIONS.md 1.7, §6 Governance). The treasury is measured
 * without its own bonus; otherwise the bonus could remove its own reason.
 */
export function platformRate(figures: PlatformFigures, parameters: RateParameters): Rate & { readonly levels: Levels } {
  const { baseRate, maxRate } = parameters;
  const activityLevel = activityOf(figures.volume, parameters);
  const participationLevel = participationOf(figures);
  const activityBonus = activityLevel === "HIGH" ? parameters.activityBonus : 0n;
  const participationPenalty = participationLevel === "HIGH" ? -parameters.participationPenalty : 0n;
  const without = within(baseRate + activityBonus + participationPenalty, maxRate);
  const treasuryHealth = treasuryOf(figures, without);
  const treasuryBonus = treasuryHealth === "HIGH" ? parameters.treasuryBonus : 0n;
  const totalRate = within(baseRate + activityBonus + treasuryBonus + participationPenalty, maxRate);
  return {
    baseRate,
    activityBonus,
    treasuryBonus,
    participationPenalty,
    totalRate,
    maxRate,
    levels: { activityLevel, treasuryHealth, participationLevel },
  };
}

/**
 * Returns a member's own rate. The bonus for a vote in the last 30 days is added before the bounds apply
 * (docs/DECISIONS.md §6).
 */
export function personalRate(rate: Rate, governanceBonus: bigint, hasVoted: boolean): PersonalRate {
  const { baseRate, activityBonus, treasuryBonus, participationPenalty, maxRate } = rate;
  const bonus = hasVoted ? governanceBonus : 0n;
  const totalRate = within(baseRate + activityBonus + treasuryBonus + bonus + participationPenalty, maxRate);
  return {
    baseRate,
    activityBonus,
    treasuryBonus,
    participationPenalty,
    maxRate,
    governanceBonus: bonus,
    totalRate,
  };
}

function within(rate: bigint, maxRate: bigint): bigint {
  if (rate < 0n) return 0n;
  return rate > maxRate ? maxRate : rate;
}

function activityOf(volume: bigint, { volumeMedium, volumeHigh }: RateParameters): Level {
  if (volume >= volumeHigh) return "HIGH";
  return volume >= volumeMedium ? "MEDIUM" : "LOW";
}

/** Staked share of what circulates: LOW under 20%, HIGH over 50%; LOW when nothing circulates. */
function participationOf({ staked, circulating }: PlatformFigures): Level {
  const { low, high } = GOVERNANCE.participation;
  if (circulating <= 0n || staked * 100n < low * circulating) return "LOW";
  return staked * 100n > high * circulating ? "HIGH" : "MEDIUM";
}

/** The treasury in months of rewards at `rate`: LOW under 1, HIGH from 3. Nothing to pay is HIGH. */
function treasuryOf({ treasury, staked }: PlatformFigures, rate: bigint): Level {
  const { low, high } = GOVERNANCE.treasury;
  const month = staked * rate * BigInt(GOVERNANCE.windowDays);
  if (treasury * PPM < low * month) return "LOW";
  return treasury * PPM >= high * month ? "HIGH" : "MEDIUM";
}

/** Converts to a fraction per day for responses: 500 becomes 0.0005. */
export function fraction(rate: bigint | number): number {
  return Number(rate) / Number(PPM);
}

/** Shapes a rate for responses, every part as a fraction per day. */
export function rateOut(rate: Rate): RewardRate {
  return {
    baseRate: fraction(rate.baseRate),
    activityBonus: fraction(rate.activityBonus),
    treasuryBonus: fraction(rate.treasuryBonus),
    participationPenalty: fraction(rate.participationPenalty),
    totalRate: fraction(rate.totalRate),
    maxRate: fraction(rate.maxRate),
  };
}

/** Shapes a rate for responses, with the member's own part. */
export function personalRateOut(rate: PersonalRate): UserRewardRate {
  return { ...rateOut(rate), governanceBonus: fraction(rate.governanceBonus) };
}
