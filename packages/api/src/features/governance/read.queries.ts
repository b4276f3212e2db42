import {
  formatAmount,
  GOVERNANCE,
  type Governance,
  type GovernanceDashboard,
  type GovernanceOutput,
  type RewardRates,
} from "@bbux/contract";
import type { Database } from "@bbux/db";
import type { Services } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { parametersIn } from "../parameters/parameters.queries.ts";
import { recentLines } from "./log.queries.ts";
import { standingOf, standingOut } from "./member.queries.ts";
import { figuresAt, metricsOut, statsOut } from "./metrics.queries.ts";
import { fraction, personalRate, personalRateOut, platformRate, rateOut } from "./rates.rules.ts";

type Needs = Pick<Services, "db" | "now" | "parameterDefaults">;

/** Figures and the rate that they come to, at the clock's now. */
async function platformNow({ db, now, parameterDefaults }: Needs) {
  const [figures, parameters] = await Promise.all([figuresAt(db, now()), parametersIn(db, parameterDefaults)]);
  return { figures, parameters, rate: platformRate(figures, parameters) };
}

async function memberNow(needs: Needs, member: string) {
  const [platform, standing] = await Promise.all([platformNow(needs), standingOf(needs.db, member, needs.now())]);
  const own = personalRate(platform.rate, platform.parameters.governanceBonus, standing.votes > 0);
  return { ...platform, standing, own };
}

/** What a member's stake earns a day now, as a fraction; in a transaction, with what it has changed. */
export async function rateOf(
  db: Database,
  needs: Pick<Services, "now" | "parameterDefaults">,
  member: string,
): Promise<number> {
  const at = needs.now();
  // One after the other: a transaction has one connection.
  const figures = await figuresAt(db, at);
  const parameters = await parametersIn(db, needs.parameterDefaults);
  const { votes } = await standingOf(db, member, at);
  return fraction(personalRate(platformRate(figures, parameters), parameters.governanceBonus, votes > 0).totalRate);
}

/** The documented object without an action, else what the action names (spec money §7). @throws AppError BAD_REQUEST */
export async function getGovernance(
  needs: Needs,
  member: string,
  { action, limit }: { readonly action?: string | undefined; readonly limit: number },
): Promise<GovernanceOutput> {
  const success = true;
  switch (action) {
    case undefined:
      return documented(needs, member);
    case "stats":
      return { success, stats: statsOut((await platformNow(needs)).figures) };
    case "user-stats":
      return { success, userStats: standingOut(await standingOf(needs.db, member, needs.now())) };
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
      return { success, activity: (await recentLines(needs.db, limit)).activity };
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

/** Everything that the dashboard shows. */
export async function getDashboard(needs: Needs, member: string): Promise<GovernanceDashboard> {
  const [{ figures, rate, standing, own }, { logs, activity }] = await Promise.all([
    memberNow(needs, member),
    recentLines(needs.db, GOVERNANCE.recent),
  ]);
  return {
    stats: statsOut(figures),
    userStats: standingOut(standing),
    rewardRate: rateOut(rate),
    userRewardRate: personalRateOut(own),
    platformMetrics: metricsOut(figures, rate.levels),
    logs,
    activity,
  };
}

/** The documented rates, for anyone: `governanceBonus` is what a member may get on top (spec money §3). */
export async function getRewardRates(needs: Needs): Promise<RewardRates> {
  const { rate, parameters } = await platformNow(needs);
  const { totalRate, ...parts } = rateOut(rate);
  return { ...parts, governanceBonus: fraction(parameters.governanceBonus), currentRate: totalRate };
}
