// The daily reward, and the rates and figures that it follows from.
export { figuresAt, metricsOut, stakedInAll, statsOut, windowBefore } from "./metrics.queries.ts";
export { fraction, personalRate, personalRateOut, platformRate, rateOut } from "./rates.rules.ts";
export { payRewards, type RewardedDay } from "./rewards.command.ts";
export { dayOf, daysAfter, endOf } from "./rewards.rules.ts";
