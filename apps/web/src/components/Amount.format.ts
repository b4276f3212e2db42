import { formatAmount, parseAmount, WALLET } from "@bbux/contract";
import { decimalText } from "../locale.ts";

/**
 * Base units for reading, as the reader writes numbers, with the unit. A whole amount stays whole ("50 BBUX") unless `exact`; any other has
 * at least two decimals ("2.50 BBUX").
 */
export function bbux(units: bigint, { exact = false } = {}): string {
  const [whole = "0", fraction = ""] = formatAmount(units < 0n ? -units : units).split(".");
  const decimals = fraction || exact ? `.${fraction.padEnd(2, "0")}` : "";
  return `${units < 0n ? "−" : ""}${decimalText(`${whole}${decimals}`)} BBUX`;
}

interface FixedOptions {
  /** A plus before what came in. */
  readonly signed?: boolean;
  /** All decimals that there are, where there are more than four: for sums that must add up. */
  readonly exact?: boolean;
  readonly unit?: "BBUX" | "SOL";
}

/**
 * Base units with the four decimals of the wallet's screens (spec money §9): "1,234.5000 BBUX". Cut, not rounded: nobody is
 * shown more than there is.
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

/** Base units of an amount as the API gives it: a number or a decimal string, with a minus where it went out. */
export function unitsOf(value: bigint | number | string): bigint {
  if (typeof value === "bigint") return value;
  const text = String(value);
  return text.startsWith("-") ? -(parseAmount(text.slice(1)) ?? 0n) : (parseAmount(value) ?? 0n);
}
