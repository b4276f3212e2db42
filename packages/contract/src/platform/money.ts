/** Base units in one BBUX (and lamports in one SOL): amounts are `bigint` base units inside, never floats. */
export const UNIT = 1_000_000_000n;
export const DECIMALS = 9;
const DECIMAL = /^\d{1,10}(\.\d{1,9})?$/;

/**
 * Parses an amount in BBUX, given as a JSON number or a decimal string, to base units.
 * @returns `null` for anything else: negative, NaN, exponent form, more than 9 decimals
 */
export function parseAmount(value: number | string): bigint | null {
  const decimal = typeof value === "number" ? decimalOf(value) : value;
  if (decimal === null || !DECIMAL.test(decimal)) return null;
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole) * UNIT + BigInt(fraction.padEnd(DECIMALS, "0"));
}

/**
 * Returns the shortest decimal form of a number, which is what its sender wrote; `toFixed` would show the double's
 * error in the ninth decimal from four million BBUX on. Small numbers with exponents are `null` if nine decimals can't
 * hold them.
 */
function decimalOf(value: number): string | null {
  if (!Number.isFinite(value) || value < 0 || value >= 1e10) return null;
  const shortest = String(value);
  if (!shortest.includes("e")) return shortest;
  const fixed = value.toFixed(DECIMALS);
  return Number(fixed) === value ? fixed : null;
}

/** Formats base units as a decimal string without trailing zeros: `1_500_000_000n` → `"1.5"`. */
export function formatAmount(units: bigint): string {
  const sign = units < 0n ? "-" : "";
  const abs = units < 0n ? -units : units;
  const fraction = (abs % UNIT).toString().padStart(DECIMALS, "0").replace(/0+$/, "");
  return `${sign}${abs / UNIT}${fraction ? `.${fraction}` : ""}`;
}

/** Converts base units to a JSON number of BBUX, where a number is documented. Exact up to 9,007,199 BBUX. */
export function amountNumber(units: bigint): number {
  return Number(formatAmount(units));
}

export interface AmountLimits {
  readonly min: bigint;
  readonly max: bigint;
  /** The amount must be a whole multiple of this many base units. */
  readonly step?: bigint;
}

/** Explains what is wrong with an amount in base units, in a sentence; `null` if nothing is. */
export function amountProblem(units: bigint, { min, max, step }: AmountLimits): string | null {
  if (units < min) return `Amount must be at least ${formatAmount(min)}`;
  if (units > max) return `Amount must be at most ${formatAmount(max)}`;
  if (step !== undefined && units % step !== 0n) return `Amount must be a multiple of ${formatAmount(step)}`;
  return null;
}
