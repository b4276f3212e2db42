import { formatAmount } from "@bbux/contract";
import { AppError } from "../errors/errors.ts";

/**
 * Refuses a fee above the highest one that the caller accepts, so that the price shown is the price taken.
 * @param price.fee base units, by the parameters in force
 * @param price.maxFee base units; undefined accepts any fee
 * @param price.receipt what the call would take now, in base units by name; returned with the refusal, in BBUX
 * @throws AppError PRICE_CHANGED
 */
export function requireAcceptedFee(price: {
  readonly fee: bigint;
  readonly maxFee: bigint | undefined;
  readonly receipt: Readonly<Record<string, bigint>>;
}): void {
  const { fee, maxFee, receipt } = price;
  if (maxFee === undefined || fee <= maxFee) return;
  const amounts = Object.entries({ ...receipt, fee }).map(([name, amount]) => [name, formatAmount(amount)]);
  throw new AppError("PRICE_CHANGED", { details: { receipt: Object.fromEntries(amounts) } });
}
