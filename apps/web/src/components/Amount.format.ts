import { DECIMALS, formatAmount, parseAmount, WALLET } from "@bbux/contract";
import { decimalText } from "../lib/locale.ts";

interface AmountOptions {
  /** The fewest and the most decimals; what is beyond is cut off. */
  readonly decimals: readonly [least: number, most: number];
  /** Adds a plus to a gain. */
  readonly signed?: boolean;
  readonly unit?: "BBUX" | "SOL";
}

/**
 * Formats base units in the reader's locale, with the unit. Everything that shows an amount comes here. Truncates
 * instead of rounding, so that nobody sees more than they have.
 */
function amountText(units: bigint, { decimals: [least, most], signed = false, unit = "BBUX" }: AmountOptions): string {
  const [whole = "0", fraction = ""] = formatAmount(units < 0n ? -units : units).split(".");
  const sign = units < 0n ? "−" : signed && units > 0n ? "+" : "";
  const shown = fraction.slice(0, most).replace(/0+$/, "").padEnd(least, "0");
  // What has fewer decimals than it may have isn't nothing because it is small.
  const isTiny = least < most && units !== 0n && !/[1-9]/.test(`${whole}${shown}`);
  const number = isTiny ? `<${decimalText(`0.${"0".repeat(most - 1)}1`)}` : decimalText(`${whole}.${shown}`);
  return `${sign}${number} ${unit}`;
}

/**
 * Formats BBUX with two to four decimals ("50.00 BBUX", "24.2956 BBUX", "<0.0001 BBUX"), or with all of them if
 * `exact`.
 */
export function bbux(units: bigint, { exact = false } = {}): string {
  return amountText(units, { decimals: [2, exact ? DECIMALS : WALLET.decimals] });
}

interface FixedOptions extends Pick<AmountOptions, "signed" | "unit"> {
  /** Shows all decimals beyond four, for sums that must add up. */
  readonly exact?: boolean;
}

/** Formats base units with the four decimals of the wallet's and governance's screens: "1,234.5000 BBUX" (M9.03, M9.04). */
export function fixedAmount(units: bigint, { exact = false, ...options }: FixedOptions = {}): string {
  return amountText(units, { ...options, decimals: [WALLET.decimals, exact ? DECIMALS : WALLET.decimals] });
}

/**
 * Parses an amount as the API gives it into base units: a number or a decimal string, negative for an outgoing amount.
 */
export function unitsOf(value: bigint | number | string): bigint {
  if (typeof value === "bigint") return value;
  const text = String(value);
  return text.startsWith("-") ? -(parseAmount(text.slice(1)) ?? 0n) : (parseAmount(value) ?? 0n);
}
