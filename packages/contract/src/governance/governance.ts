import { z } from "zod";
import { amountAsString, amountInput } from "../platform/amounts.ts";
import { idOut, time } from "../platform/ids.ts";
import { INVALID_AMOUNT } from "./governance.messages.ts";

export { INVALID_AMOUNT };

/** Staking, rates and health of the platform (docs/DECISIONS.md 1.7, §6). Rates are fractions per day. */
export const GOVERNANCE = {
  maxStake: 1_000_000_000n * 1_000_000_000n,
  /** Rows of the dashboard's two tables. */
  recent: 20,
  /** Days over which volume and votes count. */
  windowDays: 30,
  /** Staked share of what circulates, in percent: below the first LOW, above the second HIGH. */
  participation: { low: 20n, high: 50n },
  /** Months of rewards in the treasury: below the first LOW, from the second HIGH. */
  treasury: { low: 1n, high: 3n },
  /** Voting power = stake × (1 + min(reputation, cap) / divisor). */
  reputation: { cap: 10_000, divisor: 20_000 },
} as const;

/** Returns stake times the multiplier of reputation, in base units, rounded down (docs/DECISIONS.md 1.7). */
export function votingPower(stake: bigint, reputation: number): bigint {
  const { cap, divisor } = GOVERNANCE.reputation;
  const counted = Math.min(Math.max(reputation, 0), cap);
  return (stake * BigInt(divisor + counted)) / BigInt(divisor);
}

export const level = z.enum(["HIGH", "MEDIUM", "LOW"]);
export type Level = z.infer<typeof level>;

const rate = z.number().meta({ description: "Fraction a day: 0.0005 is 0.050%", example: 0.0005 });

export const governanceStats = z
  .object({
    totalStaked: amountAsString,
    totalTreasury: amountAsString,
    totalCollected: amountAsString.meta({ description: "All fees that the treasury ever took in" }),
    totalDistributed: amountAsString.meta({ description: "All rewards that were ever paid" }),
  })
  .meta({ id: "GovernanceStats" });
export type GovernanceStats = z.infer<typeof governanceStats>;

export const userGovernanceStats = z
  .object({
    stakedAmount: amountAsString,
    totalRewardsEarned: amountAsString,
    votingPower: amountAsString.meta({ description: "Stake × (1 + min(reputation, 10 000) / 20 000)" }),
    governanceParticipation: z.int().meta({ description: "Votes on refunds and proposals in 30 days" }),
    lastRewardAt: time.nullable(),
    available: amountAsString.meta({ description: "What could be staked" }),
    lockedAmount: amountAsString.meta({ description: "Stake behind votes on open proposals" }),
    unlocksAt: time.nullable().meta({ description: "When the last of these proposals closes" }),
  })
  .meta({ id: "UserGovernanceStats" });
export type UserGovernanceStats = z.infer<typeof userGovernanceStats>;

const rateParts = {
  baseRate: rate,
  activityBonus: rate,
  treasuryBonus: rate,
  participationPenalty: rate.meta({ description: "Negative or 0, so that the parts add up" }),
  totalRate: rate,
  maxRate: rate,
};
export const rewardRate = z.object(rateParts).meta({ id: "RewardRate" });
export type RewardRate = z.infer<typeof rewardRate>;
export const userRewardRate = z.object({ ...rateParts, governanceBonus: rate }).meta({ id: "UserRewardRate" });
export type UserRewardRate = z.infer<typeof userRewardRate>;

/** As documented: `governanceBonus` is the extra that a member may get, and `currentRate` excludes it. */
export const rewardRates = z
  .object({
    baseRate: rate,
    activityBonus: rate,
    treasuryBonus: rate,
    governanceBonus: rate,
    participationPenalty: rate,
    currentRate: rate,
    maxRate: rate,
  })
  .meta({ id: "RewardRates" });
export type RewardRates = z.infer<typeof rewardRates>;

export const platformMetrics = z
  .object({
    monthlyVolume: amountAsString.meta({ description: "BBUX placed as bounties in 30 days" }),
    activeStakers: z.int(),
    treasuryHealth: level,
    participationLevel: level,
    activityLevel: level,
  })
  .meta({ id: "PlatformMetrics" });
export type PlatformMetrics = z.infer<typeof platformMetrics>;

/** A governance line of the transparency log. */
export const governanceLog = z
  .object({
    id: idOut,
    logType: z.string().meta({ description: "BOUNTY_PLACED, GOVERNANCE_FEE, STAKE_ADDED, …" }),
    amount: amountAsString,
    feeAmount: amountAsString,
    description: z.string(),
    createdAt: time,
  })
  .meta({ id: "GovernanceLog" });
export type GovernanceLog = z.infer<typeof governanceLog>;

export const governanceActivity = z
  .object({
    id: idOut,
    activityType: z.string(),
    amount: amountAsString,
    description: z.string(),
    createdAt: time,
  })
  .meta({ id: "GovernanceActivity" });
export type GovernanceActivity = z.infer<typeof governanceActivity>;

/** The documented object. */
export const governance = z
  .object({
    userStake: amountAsString,
    userRewardRate: rate,
    totalStaked: amountAsString,
    activeStakers: z.int(),
    treasuryBalance: amountAsString,
    monthlyVolume: amountAsString,
    platformMetrics,
    transparencyLogs: z.array(
      z.object({
        id: idOut,
        type: z.string().meta({ description: "stake, unstake, reward, governance_fee, bounty_placed, …" }),
        amount: amountAsString,
        description: z.string(),
        timestamp: time,
      }),
    ),
  })
  .meta({ id: "Governance" });
export type Governance = z.infer<typeof governance>;

export const GOVERNANCE_ACTIONS = [
  "stats",
  "user-stats",
  "reward-rate",
  "user-reward-rate",
  "platform-metrics",
  "transparency-logs",
  "governance-activity",
] as const;
/** An unknown action is 400 'Invalid action', not a validation error. */
export const governanceInput = z
  .object({
    action: z
      .string()
      .max(40)
      .optional()
      .meta({ description: GOVERNANCE_ACTIONS.join(", ") }),
    limit: z.int().min(1).max(100).default(GOVERNANCE.recent),
  })
  .prefault({});
const success = z.literal(true);
/** Without `action` the documented object, with one `{success, <its key>}`. */
export const governanceOutput = z.union([
  z.object({ success, stats: governanceStats }),
  z.object({ success, userStats: userGovernanceStats }),
  z.object({ success, rewardRate }),
  z.object({ success, userRewardRate }),
  z.object({ success, platformMetrics }),
  z.object({ success, logs: z.array(governanceLog) }),
  z.object({ success, activity: z.array(governanceActivity) }),
  governance,
]);
export type GovernanceOutput = z.infer<typeof governanceOutput>;

/** Everything on the dashboard, in one call. */
export const governanceDashboard = z
  .object({
    stats: governanceStats,
    userStats: userGovernanceStats,
    rewardRate,
    userRewardRate,
    platformMetrics,
    logs: z.array(governanceLog),
    activity: z.array(governanceActivity),
  })
  .meta({ id: "GovernanceDashboard" });
export type GovernanceDashboard = z.infer<typeof governanceDashboard>;

export const governanceHistoryInput = z
  .object({ range: z.enum(["month", "quarter", "year", "all"]).default("quarter") })
  .prefault({});
/** One point per rewarded UTC day, oldest first. */
export const governanceHistory = z
  .object({
    points: z.array(
      z.object({
        day: z.string().meta({ format: "date", example: "2026-03-01" }),
        treasury: amountAsString,
        staked: amountAsString,
        circulating: amountAsString,
        volume: amountAsString,
        stakers: z.int(),
        totalRate: rate,
        due: amountAsString.meta({ description: "What the rate came to" }),
        paid: amountAsString.meta({ description: "What was paid: less than due when the treasury was short" }),
      }),
    ),
  })
  .meta({ id: "GovernanceHistory" });
export type GovernanceHistory = z.infer<typeof governanceHistory>;

const stakeAmount = amountInput({ min: 1n, max: GOVERNANCE.maxStake }, INVALID_AMOUNT);
export const stakeInput = z.object({ amount: stakeAmount });
export const stakeOutput = z
  .object({
    success,
    message: z.string(),
    newStake: amountAsString,
    rewardRate: rate.meta({ description: "The caller's total" }),
  })
  .meta({ id: "StakeChanged" });
export type StakeOutput = z.infer<typeof stakeOutput>;
/** An unknown action is 400 'Invalid action'. */
export const governanceActInput = z.object({
  action: z.string().max(40).meta({ description: "stake or unstake" }),
  amount: stakeAmount,
});
