import { type GovernanceDashboard, governanceDashboard } from "@bbux/contract";

/** Returns a time, in minutes after the first. */
export const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1) + minutes * 60_000).toISOString();
/** Twenty lines of the log, and as many of the activity. */
export const lines = Array.from({ length: 20 }, (_, n) => ({ id: `${n + 1}`, amount: `${n + 1}`, createdAt: at(n) }));

/** No two figures are equal, so a misplaced one is detected. */
export const DASHBOARD: GovernanceDashboard = governanceDashboard.parse({
  stats: { totalStaked: "11", totalTreasury: "12", totalCollected: "13", totalDistributed: "14" },
  userStats: {
    stakedAmount: "21",
    totalRewardsEarned: "22",
    votingPower: "23",
    governanceParticipation: 24,
    lastRewardAt: at(0),
    available: "25",
    lockedAmount: "0",
    unlocksAt: null,
  },
  rewardRate: {
    baseRate: 0.0005,
    activityBonus: 0,
    treasuryBonus: 0.0001,
    participationPenalty: 0,
    totalRate: 0.0006,
    maxRate: 0.0012,
  },
  userRewardRate: {
    baseRate: 0.0005,
    activityBonus: 0,
    treasuryBonus: 0.0001,
    participationPenalty: 0,
    governanceBonus: 0.0002,
    totalRate: 0.0008,
    maxRate: 0.0012,
  },
  platformMetrics: {
    monthlyVolume: "31",
    activeStakers: 32,
    treasuryHealth: "HIGH",
    participationLevel: "MEDIUM",
    activityLevel: "LOW",
  },
  logs: lines.map((line, n) => ({
    ...line,
    logType: "BOUNTY_PLACED",
    feeAmount: `0.${n + 1}`,
    description: `line ${n}`,
  })),
  activity: lines.map((line, n) => ({ ...line, activityType: "STAKE_ADDED", description: `act ${n}` })),
});
