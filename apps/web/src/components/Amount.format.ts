import { formatAmount } from "@bbux/contract";

/**
 * Base units for reading: grouped thousands and the unit. A whole amount stays whole ("50 BBUX") unless `exact`; any other has
 * at least two decimals ("2.50 BBUX").
 */
export function bbux(units: bigint, { exact = false } = {}): string {
  const [whole = "0", fraction = ""] = formatAmount(units < 0n ? -units : units).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const decimals = fraction || exact ? `.${fraction.padEnd(2, "0")}` : "";
  return `${units < 0n ? "−" : ""}${grouped}${decimals} BBUX`;
}
