const DECIMALS = 9;
const CANONICAL = /^-?(0|[1-9]\d{0,29})(\.\d{0,8}[1-9])?$/;
const WHOLE = /^(0|-?[1-9]\d{0,38})$/;

/** Base units of a decimal string in BBUX, as the platform writes it; null for any other form, `1.50` and `-0` among them. */
export function unitsOf(text: unknown): bigint | null {
  if (typeof text !== "string" || !CANONICAL.test(text) || text === "-0") return null;
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const units = BigInt(whole) * 10n ** BigInt(DECIMALS) + BigInt(fraction.padEnd(DECIMALS, "0"));
  return text.startsWith("-") ? -units : units;
}

/** Base units as a decimal string in BBUX, without trailing zeros. */
export function decimalOf(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}${fraction ? `.${fraction}` : ""}`;
}

/** A whole number of base units as a checkpoint's text has it. */
export function wholeOf(text: string): bigint | null {
  return WHOLE.test(text) ? BigInt(text) : null;
}
