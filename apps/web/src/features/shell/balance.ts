/** A decimal string with thousands separated and at least two decimals: `1234.5` → `1,234.50`. Never rounded. */
export function balanceText(decimal: string): string {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction.padEnd(2, "0")}`;
}
