import type { Level } from "@bbux/contract";
import { fixedAmount, unitsOf } from "../../components/Amount.format.ts";
import { decimalText } from "../../lib/locale.ts";

/** Formats a daily rate as a percentage with three decimals: 0.0005 reads "0.050%". */
export function percent(rate: number): string {
  const text = (Math.abs(rate) * 100).toFixed(3);
  return `${rate < 0 && Number(text) !== 0 ? "−" : ""}${decimalText(text)}%`;
}

/** Formats a daily rate with its unit: "0.050% a day". */
export const daily = (rate: number): string => `${percent(rate)} a day`;

/** Formats a part of the rate with its sign: "+0.020%", "−0.030%", "0.000%". */
export function signedPercent(rate: number): string {
  const sign = rate > 0 && percent(rate) !== percent(0) ? "+" : "";
  return `${sign}${percent(rate)}`;
}

/** Formats a daily rate over a year, simple, not compounded: "18.25%". */
export function yearly(rate: number): string {
  return `${decimalText((rate * 365 * 100).toFixed(2))}%`;
}

/** Returns what a stake would earn at a constant rate, in base units, rounded down as rewards are. */
export function forecast(stake: bigint, rate: number): { day: bigint; month: bigint; year: bigint } {
  // Rates are whole parts per million (docs/DECISIONS.md 1.7); a float only carries them.
  const perMillion = BigInt(Math.round(rate * 1_000_000));
  const day = (stake * perMillion) / 1_000_000n;
  return { day, month: day * 30n, year: day * 365n };
}

/** Formats a BBUX amount on a chart, whose points are floats in BBUX, truncated as the amounts beside it are. */
export function chartAmount(value: number): string {
  return fixedAmount(unitsOf(value.toFixed(8)));
}

export const LEVELS: Record<Level, string> = { HIGH: "High", MEDIUM: "Medium", LOW: "Low" };
