import { unitsOf } from "../../components/Amount.format.ts";
import { numberText } from "../../lib/locale.ts";

/**
 * Returns the share of liabilities that is held, in percent with two decimals, truncated so that incomplete coverage
 * never reads 100.
 * @param held, owed decimal strings of SOL and BBUX
 * @returns null when nothing is owed
 */
export function backing(held: string, owed: string): string | null {
  const [has, owes] = [unitsOf(held), unitsOf(owed)];
  if (owes <= 0n) return null;
  const hundredths = (has * 10_000n) / owes;
  return `${numberText(Number(hundredths) / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}%`;
}
