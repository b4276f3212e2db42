import { payRewards } from "@bbux/api";
import { UNIT } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { stakesAreSound } from "./governance.support.ts";
import { propose, reward, stake, unstake, vote } from "./proposals.support.ts";
import { answer, ask, call, ok } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
const DAY = 86_400_000;

/** Ada has 100: she stakes 30, unstakes 10, and places a bounty of 20 that Bob wins. Two days later she has been rewarded, and votes. */
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  ada = await t.member("ada", { balance: 100n * UNIT });
  bob = await t.member("bob");
  ok(await stake(t, ada, 30));
  ok(await unstake(t, ada, 10));
  const postId = await ask(t, ada, { bountyAmount: 20 });
  ok(await call(t, "POST", `/posts/${postId}/answers/${await answer(t, bob, postId)}/accept`, { as: ada }));
  t.travel(2 * DAY);
  await payRewards(t.services);
  ok(await vote(t, ada, await propose(t, ada), "for"));
  await reward(t, ada, 10_000);
});
afterAll(async () => {
  await stakesAreSound({ t });
  await t.close();
});

const get = async (action: string) => ok(await call(t, "GET", `/governance?action=${action}`, { as: ada }));
const documented = async () => ok(await call(t, "GET", "/governance", { as: ada }));
/** A day at 0.0005 plus 0.0001: 20 of 99 circulating are staked, and the treasury holds years of rewards. */
const REWARD = "0.012";

describe("the governance API", () => {
  it("returns the total stake and the treasury's balance, income, and payments as stats [M7.16]", async () => {
    expect(await get("stats")).toEqual({
      success: true,
      stats: { totalStaked: "20", totalTreasury: "0.988", totalCollected: "1", totalDistributed: REWARD },
    });
  });

  it("returns as user-stats the caller's stake, rewards, voting power, votes, and the last reward [M7.17 M6.21]", async () => {
    const { userStats } = await get("user-stats");
    const { rows } = await sql<{ points: number }>`
      select reputation_points as points from users where id = ${ada.id}`.execute(t.database.ownerDb);
    expect(rows[0]?.points).toBeGreaterThan(10_000);
    expect(userStats).toEqual({
      stakedAmount: "20",
      totalRewardsEarned: REWARD,
      available: "59.012",
      // Reputation above 10,000 counts as 10,000, which adds half.
      votingPower: "30",
      governanceParticipation: 1,
      lastRewardAt: expect.stringMatching(/Z$/),
      lockedAmount: "20",
      unlocksAt: expect.stringMatching(/Z$/),
    });
  });

  it("returns reward-rate and the caller's own rate, whose parts add up [M7.18 M7.19 M9.09]", async () => {
    const parts = {
      baseRate: 0.0005,
      activityBonus: 0,
      treasuryBonus: 0.0001,
      participationPenalty: 0,
      maxRate: 0.0012,
    };
    expect(await get("reward-rate")).toEqual({ success: true, rewardRate: { ...parts, totalRate: 0.0006 } });
    expect(await get("user-reward-rate")).toEqual({
      success: true,
      userRewardRate: { ...parts, governanceBonus: 0.0002, totalRate: 0.0008 },
    });
  });

  it("returns as platform-metrics the 30-day volume, stakers, and levels [M7.20]", async () => {
    expect(await get("platform-metrics")).toEqual({
      success: true,
      platformMetrics: {
        monthlyVolume: "20",
        activeStakers: 1,
        treasuryHealth: "HIGH",
        participationLevel: "MEDIUM",
        activityLevel: "MEDIUM",
      },
    });
    t.travel(29 * DAY);
    expect((await get("platform-metrics")).platformMetrics.monthlyVolume).toBe("0");
    expect((await get("user-stats")).userStats.governanceParticipation).toBe(1);
    t.travel(-29 * DAY);
  });

  it("returns in transparency-logs and governance-activity every requested kind, latest first [M3.12 M3.13 M3.14 M3.15 M3.16 M3.17 M7.21 M7.22]", async () => {
    const { logs } = await get("transparency-logs&limit=20");
    const { activity } = await get("governance-activity&limit=20");
    const types = [
      ["PROPOSAL_SUBMITTED", "0", "0"],
      ["REWARD_DISTRIBUTED", REWARD, "0"],
      ["BOUNTY_CLAIMED", "20", "0"],
      ["GOVERNANCE_FEE", "1", "0"],
      ["BOUNTY_PLACED", "20", "1"],
      ["STAKE_REMOVED", "10", "0"],
      ["STAKE_ADDED", "30", "0"],
    ];
    type Line = Record<string, string>;
    expect(logs.map((line: Line) => [line.logType, line.amount, line.feeAmount])).toEqual(types);
    expect(activity.map((line: Line) => [line.activityType, line.amount])).toEqual(
      types.map(([type, amount]) => [type, amount]),
    );
    for (const line of logs) {
      expect(Object.keys(line).sort()).toEqual(["amount", "createdAt", "description", "feeAmount", "id", "logType"]);
    }
    for (const line of activity) {
      expect(Object.keys(line).sort()).toEqual(["activityType", "amount", "createdAt", "description", "id"]);
      expect(line.description).not.toMatch(new RegExp(`ada|bob|cyd|${ada.id}|${bob.id}`));
    }
    expect((await get("transparency-logs&limit=2")).logs).toEqual(logs.slice(0, 2));
    expect((await get("governance-activity&limit=2")).activity).toEqual(activity.slice(0, 2));
  });

  it("returns without an action the documented object, with its log in the documented terms [M7.46 M3.18]", async () => {
    const { transparencyLogs, ...rest } = await documented();
    expect(rest).toEqual({
      userStake: "20",
      userRewardRate: 0.0008,
      totalStaked: "20",
      activeStakers: 1,
      treasuryBalance: "0.988",
      monthlyVolume: "20",
      platformMetrics: (await get("platform-metrics")).platformMetrics,
    });
    expect(transparencyLogs.slice(1).map(({ type }: { type: string }) => type)).toEqual([
      "reward",
      "bounty_claimed",
      "governance_fee",
      "bounty_placed",
      "unstake",
      "stake",
    ]);
    expect(Object.keys(transparencyLogs[0]).sort()).toEqual(["amount", "description", "id", "timestamp", "type"]);
  });

  it("shows anyone reward-rates: the bonus for voting, and the rate without it [M7.49 M6.10]", async () => {
    expect(ok(await call(t, "GET", "/governance/reward-rates"))).toEqual({
      baseRate: 0.0005,
      activityBonus: 0,
      treasuryBonus: 0.0001,
      governanceBonus: 0.0002,
      participationPenalty: 0,
      currentRate: 0.0006,
      maxRate: 0.0012,
    });
  });

  it("returns the dashboard with everything in one call", async () => {
    const { stats, userStats, rewardRate, userRewardRate, platformMetrics, logs, activity } = ok(
      await call(t, "GET", "/governance/dashboard", { as: ada }),
    );
    expect({ stats }).toEqual({ stats: (await get("stats")).stats });
    expect(userStats).toEqual((await get("user-stats")).userStats);
    expect(rewardRate).toEqual((await get("reward-rate")).rewardRate);
    expect(userRewardRate).toEqual((await get("user-reward-rate")).userRewardRate);
    expect(platformMetrics).toEqual((await get("platform-metrics")).platformMetrics);
    expect(logs).toEqual((await get("transparency-logs&limit=20")).logs);
    expect(activity).toEqual((await get("governance-activity&limit=20")).activity);
  });

  it("returns the history with one point per rewarded day in the range", async () => {
    const history = async (range: string) =>
      ok(await call(t, "GET", `/governance/history?range=${range}`, { as: ada })).points;
    const points = await history("all");
    expect(points).toHaveLength(2);
    expect(points[1]).toEqual({
      day: new Date(Date.now() + DAY).toISOString().slice(0, 10),
      treasury: "1",
      staked: "20",
      circulating: "99",
      volume: "20",
      stakers: 1,
      totalRate: 0.0006,
      due: REWARD,
      paid: REWARD,
    });
    expect(await history("month")).toEqual(points);
    t.travel(40 * DAY);
    expect(await history("month")).toEqual([]);
    expect(await history("quarter")).toEqual(points);
    t.travel(-40 * DAY);
  });

  it("counts bounties won and rewards as earnings in the wallet", async () => {
    expect(ok(await call(t, "GET", "/wallet", { as: ada }))).toMatchObject({ totalEarned: REWARD, staked: "20" });
    expect(ok(await call(t, "GET", "/wallet", { as: bob }))).toMatchObject({ totalEarned: "20", staked: "0" });
    const { transactions } = ok(await call(t, "GET", "/wallet/transactions", { as: ada }));
    expect(transactions[0]).toMatchObject({ type: "reward", amount: REWARD, category: "reward", status: "completed" });
  });

  it("includes stake changes and rewards in the account export", async () => {
    const { stakeChanges, rewards } = ok(await call(t, "GET", "/profile/export", { as: ada }));
    expect(stakeChanges.map((row: Record<string, string>) => row.amount_base_units)).toEqual([
      "30000000000",
      "-10000000000",
    ]);
    expect(rewards).toMatchObject([{ amount_base_units: "12000000", rate_per_million: 600 }]);
  });
});

describe("voting power", () => {
  it("is 1 vote per staked BBUX without reputation [M6.21]", async () => {
    const cyd = await t.member("cyd", { balance: UNIT });
    ok(await stake(t, cyd, 1));
    await t.database.ownerDb.updateTable("users").set({ reputation_points: 0 }).where("id", "=", cyd.id).execute();
    const { userStats } = ok(await call(t, "GET", "/governance?action=user-stats", { as: cyd }));
    expect(userStats).toMatchObject({
      stakedAmount: "1",
      votingPower: "1",
      lastRewardAt: null,
      totalRewardsEarned: "0",
    });
    ok(await unstake(t, cyd, 1));
  });
});

describe("the total collected", () => {
  it("is everything that ever came into the treasury, even while a day is being paid and after a remainder came back", async () => {
    const collected = async () => (await get("stats")).stats.totalCollected;
    const before = await collected();
    t.travel(DAY);
    const seen: string[] = [];
    const watched = { ...t.services, failpoint: async () => void seen.push(await collected()) };
    await payRewards(watched);
    expect(new Set([...seen, await collected()])).toEqual(new Set([before]));
    t.travel(-DAY);
  });
});
