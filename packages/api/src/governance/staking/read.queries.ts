import {
  formatAmount,
  GOVERNANCE,
  type Governance,
  type GovernanceDashboard,
  type GovernanceOutput,
  type InterfaceLanguage,
  type RewardRates,
} from "@bbux/contract";
import type { Database } from "@bbux/db";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { parametersIn } from "../../platform/parameters/index.ts";
import {
  figuresAt,
  fraction,
  metricsOut,
  personalRate,
  personalRateOut,
  platformRate,
  rateOut,
  statsOut,
} from "../rewards/index.ts";
import { recentLines } from "./log.queries.ts";
import { memberStakes, memberStakesOut } from "./member.queries.ts";

type Needs = Pick<Services, "db" | "now" | "parameterDefaults">;

/** Reads the figures and the resulting rate as of now. */
async function platformNow({ db, now, parameterDefaults }: Needs) {
  const [figures, parameters] = await Promise.all([figuresAt(db, now()), parametersIn(db, parameterDefaults)]);
  return { figures, parameters, rate: platformRate(figures, parameters) };
}

async function memberNow(needs: Needs, member: string) {
  const [platform, standing] = await Promise.all([platformNow(needs), memberStakes(needs.db, member, needs.now())]);
  const own = personalRate(platform.rate, platform.parameters.governanceBonus, standing.votes > 0);
  return { ...platform, standing, own };
}

/** Returns what a member's stake earns per day now, as a fraction; inside a transaction, including its changes. */
export async function rateOf(
  db: Database,
  needs: Pick<Services, "now" | "parameterDefaults">,
  member: string,
): Promise<number> {
  const at = needs.now();
  // Sequential, because a transaction has one connection.
  const figures = await figuresAt(db, at);
  const parameters = await parametersIn(db, needs.parameterDefaults);
  const { votes } = await memberStakes(db, member, at);
  return fraction(personalRate(platformRate(figures, parameters), parameters.governanceBonus, votes > 0).totalRate);
}

/** Returns the documented object, or the part that the action names. @throws AppError BAD_REQUEST */
export async function getGovernance(
  needs: Needs,
  member: string,
  { action, limit }: { readonly action?: string | undefined; readonly limit: number },
  language: InterfaceLanguage = "en",
): Promise<GovernanceOutput> {
  const success = true;
  switch (action) {
    case undefined:
      return documented(needs, member);
    case "stats":
      return { success, stats: statsOut((await platformNow(needs)).figures) };
    case "user-stats":
      return { success, userStats: memberStakesOut(await memberStakes(needs.db, member, needs.now())) };
    case "reward-rate":
      return { success, rewardRate: rateOut((await platformNow(needs)).rate) };
    case "user-reward-rate":
      return { success, userRewardRate: personalRateOut((await memberNow(needs, member)).own) };
    case "platform-metrics": {
      const { figures, rate } = await platformNow(needs);
      return { success, platformMetrics: metricsOut(figures, rate.levels) };
    }
    case "transparency-logs":
      return { success, logs: (await recentLines(needs.db, limit)).logs };
    case "governance-activity":
      return { success, activity: (await recentLines(needs.db, limit, language)).activity };
    default:
      throw new AppError("BAD_REQUEST", { message: "Invalid action" });
  }
}

async function documented(needs: Needs, member: string): Promise<Governance> {
  const [{ figures, rate, standing, own }, lines] = await Promise.all([
    memberNow(needs, member),
    recentLines(needs.db, GOVERNANCE.recent),
  ]);
  return {
    userStake: formatAmount(standing.stake),
    userRewardRate: fraction(own.totalRate),
    totalStaked: formatAmount(figures.staked),
    activeStakers: figures.stakers,
    treasuryBalance: formatAmount(figures.treasury),
    monthlyVolume: formatAmount(figures.volume),
    platformMetrics: metricsOut(figures, rate.levels),
    transparencyLogs: lines.documented,
  };
}

/** Returns everything on the dashboard. */
export async function getDashboard(
  needs: Needs,
  member: string,
  language: InterfaceLanguage = "en",
): Promise<GovernanceDashboard> {
  const [{ figures, rate, standing, own }, { logs, activity }] = await Promise.all([
    memberNow(needs, member),
    recentLines(needs.db, GOVERNANCE.recent, language),
  ]);
  return {
    stats: statsOut(figures),
    userStats: memberStakesOut(standing),
    rewardRate: rateOut(rate),
    userRewardRate: personalRateOut(own),
    platformMetrics: metricsOut(figures, rate.levels),
    logs,
    activity,
  };
}

/** Returns the documented rates, for anyone; `governanceBonus` is the extra that a member may get. */
export async function getRewardRates(needs: Needs): Promise<RewardRates> {
  const { rate, parameters } = await platformNow(needs);
  const { totalRate, ...parts } = rateOut(rate);
  return { ...parts, governanceBonus: fraction(parameters.governanceBonus), currentRate: totalRate };
}
