import { numberText } from "../../lib/locale.ts";

/** Each suffix, and the count from which rounding to one decimal reaches it. */
const STEPS = [
  { unit: 1_000_000, from: 999_950, sign: "M" },
  { unit: 1_000, from: 1_000, sign: "K" },
] as const;

/** Formats a count for the front page: thousands as K, millions as M, with one decimal unless it is 0. */
export function shortCount(count: number): string {
  const step = STEPS.find(({ from }) => count >= from);
  return step ? `${numberText(Math.round((count / step.unit) * 10) / 10)}${step.sign}` : numberText(count);
}

/** Formats a sum of rewards as SOL with two decimals. Takes a decimal string of BBUX, each worth one SOL. */
export function solRewards(decimal: string): string {
  const value = Number(decimal);
  const safe = Number.isFinite(value) ? value : 0;
  return `${numberText(safe, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} SOL`;
}
