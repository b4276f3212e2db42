const DECIMALS = 9;
const CANONICAL = /^-?(0|[1-9]\d{0,29})(\.\d{0,8}[1-9])?$/;
const WHOLE = /^(0|-?[1-9]\d{0,38})$/;

/** Parses a decimal BBUX amount in the platform's format to base units; null for any other form, including `1.50` and `-0`. */
export function unitsOf(text: unknown): bigint | null {
  if (typeof text !== "string" || !CANONICAL.test(text) || text === "-0") return null;
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const units = BigInt(whole) * 10n ** BigInt(DECIMALS) + BigInt(fraction.padEnd(DECIMALS, "0"));
  return text.startsWith("-") ? -units : units;
}

/** Formats base units as decimal BBUX without trailing zeros. */
export function decimalOf(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}${fraction ? `.${fraction}` : ""}`;
}

/** Parses an integer of base units as in a checkpoint's text. */
export function wholeOf(text: string): bigint | null {
  return WHOLE.test(text) ? BigInt(text) : null;
}
