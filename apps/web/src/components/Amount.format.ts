import { formatAmount, parseAmount, WALLET } from "@bbux/contract";
import { decimalText } from "../lib/locale.ts";

/**
 * Formats base units in the reader's locale, with the unit. A whole amount stays whole ("50 BBUX") unless `exact`; any
 * other has at least two decimals ("2.50 BBUX").
 */
export function bbux(units: bigint, { exact = false } = {}): string {
  const [whole = "0", fraction = ""] = formatAmount(units < 0n ? -units : units).split(".");
  const decimals = fraction || exact ? `.${fraction.padEnd(2, "0")}` : "";
  return `${units < 0n ? "−" : ""}${decimalText(`${whole}${decimals}`)} BBUX`;
}

interface FixedOptions {
  /** Adds a plus to a gain. */
  readonly signed?: boolean;
  /** Shows all decimals beyond four, for sums that must add up. */
  readonly exact?: boolean;
  readonly unit?: "BBUX" | "SOL";
}

/**
 * Formats base units with the four decimals of the wallet's screens: "1,234.5000 BBUX". Truncates instead of rounding,
 * so that nobody sees more than they have.
 */
export function fixedAmount(
  units: bigint,
  { signed = false, exact = false, unit = "BBUX" }: FixedOptions = {},
): string {
  const [whole = "0", fraction = ""] = formatAmount(units < 0n ? -units : units).split(".");
  const padded = fraction.padEnd(WALLET.decimals, "0");
  const sign = units < 0n ? "−" : signed && units > 0n ? "+" : "";
  const decimals = exact ? padded : padded.slice(0, WALLET.decimals);
  return `${sign}${decimalText(`${whole}.${decimals}`)} ${unit}`;
}

/**
 * Parses an amount as the API gives it into base units: a number or a decimal string, negative for an outgoing amount.
 */
export function unitsOf(value: bigint | number | string): bigint {
  if (typeof value === "bigint") return value;
  const text = String(value);
  return text.startsWith("-") ? -(parseAmount(text.slice(1)) ?? 0n) : (parseAmount(value) ?? 0n);
}
