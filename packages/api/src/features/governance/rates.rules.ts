import { GOVERNANCE, type Level, type Parameters, type RewardRate, type UserRewardRate } from "@bbux/contract";

/** What the rate of a day depends on. Base units. */
export interface PlatformFigures {
  /** Placed as bounties in the 30 days before. */
  readonly volume: bigint;
  readonly treasury: bigint;
  readonly staked: bigint;
  /** What members have in any form: free, staked, in bounties, on its way out. */
  readonly circulating: bigint;
}

export interface Levels {
  readonly activityLevel: Level;
  readonly treasuryHealth: Level;
  readonly participationLevel: Level;
}

/** Parts per million and day. The penalty is negative or 0, so that the parts add up to the total within its bounds. */
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
 * The rate of everyone, and the levels that it comes from (DECISIONS 1.7, §6 Governance). The treasury is measured by what
 * 30 days would cost without its own bonus: else the bonus could take away its own reason.
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
    ...{ baseRate, activityBonus, treasuryBonus, participationPenalty, totalRate, maxRate },
    levels: { activityLevel, treasuryHealth, participationLevel },
  };
}

/** A member's own: with the bonus for having voted in the last 30 days, added before the bounds are (DECISIONS §6). */
export function personalRate(rate: Rate, governanceBonus: bigint, hasVoted: boolean): PersonalRate {
  const { baseRate, activityBonus, treasuryBonus, participationPenalty, maxRate } = rate;
  const bonus = hasVoted ? governanceBonus : 0n;
  const totalRate = within(baseRate + activityBonus + treasuryBonus + bonus + participationPenalty, maxRate);
  return {
    ...{ baseRate, activityBonus, treasuryBonus, participationPenalty, maxRate },
    ...{ governanceBonus: bonus, totalRate },
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

/** Staked of circulating: LOW under 20%, HIGH over 50%; nothing circulating is LOW. */
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

/** As a fraction a day, for answers: 500 is 0.0005. */
export function fraction(rate: bigint | number): number {
  return Number(rate) / Number(PPM);
}

/** As answered: every part a fraction a day. */
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

/** As answered, with what is the member's own. */
export function personalRateOut(rate: PersonalRate): UserRewardRate {
  return { ...rateOut(rate), governanceBonus: fraction(rate.governanceBonus) };
}
