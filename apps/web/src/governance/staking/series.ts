import { formatAmount, type GovernanceHistory } from "@bbux/contract";
import { unitsOf } from "../../components/Amount.format.ts";
import type { SeriesPoint } from "../../components/SeriesChart.paths.ts";
import { recentDayText } from "../../lib/time.ts";

export const RANGES = [
  { value: "month", label: "Month" },
  { value: "quarter", label: "Quarter" },
  { value: "year", label: "Year" },
  { value: "all", label: "All" },
] as const;
export type Range = (typeof RANGES)[number]["value"];

type Days = GovernanceHistory["points"];
/** Charts are drawn, not added up, so only here an amount becomes a float. */
const bbux = (amount: string | bigint) => Number(typeof amount === "bigint" ? formatAmount(amount) : amount);
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const DAY_MS = 86_400_000;

/** Returns one figure per day, oldest first. */
export function dailyAmounts(days: Days, figure: "treasury" | "staked" | "volume"): SeriesPoint[] {
  return days.map((day) => ({ at: at(day.day), value: bbux(day[figure]) }));
}

export function dailyRates(days: Days): SeriesPoint[] {
  return days.map(({ day, totalRate }) => ({ at: at(day), value: totalRate }));
}

/** Returns the total paid by the end of each day; `total` is the amount paid by now. */
export function paidInAll(days: Days, total: string): SeriesPoint[] {
  let paid = unitsOf(total);
  const points: SeriesPoint[] = [];
  for (const day of days.toReversed()) {
    points.push({ at: at(day.day), value: bbux(paid < 0n ? 0n : paid) });
    paid -= unitsOf(day.paid);
  }
  return points.reverse();
}

/**
 * Ends a series of whole days with the figure of now, so that the chart ends where its headline is. Days not yet
 * rewarded have no point.
 */
export function upToNow(points: readonly SeriesPoint[], figure: string | number, now = Date.now()): SeriesPoint[] {
  const last = points.at(-1);
  if (!last) return [];
  const today = now - (now % DAY_MS);
  const value = typeof figure === "number" ? figure : bbux(figure);
  return [...points, { at: Math.max(today, last.at + DAY_MS), value }];
}

/** Formats a UTC day as "3 Mar", with the year if it is more than twelve months ago. */
export function dayOf(time: number, now: number = Date.now()): string {
  return recentDayText(time, { now, utc: true });
}
