import { withdrawalFeeRate } from "@bbux/contract";
import { valueText } from "./valueText.ts";

/** Names a fee with its rate in basis points, or without one that isn't known: `Fee (3%)`, `Governance fee (5%)`. */
export function feeLabel(fee: "bountyFee" | "withdrawalFee", rate: bigint | null): string {
  if (rate === null) return fee === "bountyFee" ? "Governance fee" : "Fee";
  const percent = valueText(fee, rate);
  return fee === "bountyFee" ? `Governance fee (${percent})` : `Fee (${percent})`;
}

/** Returns the rate that a fee on an amount was taken at; null if none fits. Both fees round alike. */
export function feeRate(amount: bigint, fee: bigint): bigint | null {
  return withdrawalFeeRate(amount, fee, 0n);
}
