import { parseAmount } from "@bbux/contract";
import { useParameters } from "../../lib/parameters/useParameters.ts";
import { trpc } from "../../lib/trpc.ts";
import { type Receipt, readBounty, receiptOf } from "../editor/index.ts";

export interface BountyPrice {
  /** Calculated with 0 for what isn't known. */
  readonly receipt: Receipt;
  /** The fee in basis points; `null` until it is known. */
  readonly rate: bigint | null;
  /** What the member can spend; `null` until it is known. */
  readonly balance: bigint | null;
  /** What posting costs; `null` while the amount is unreadable or the fee unknown. */
  readonly total: bigint | null;
  /** What the balance lacks; 0 while it is unknown. */
  readonly missing: bigint;
  readonly balanceFailed: boolean;
  readonly fees: ReturnType<typeof useParameters>;
}

/** The price of a bounty as it is typed, for its receipt and its button. */
export function useBountyPrice(typed: string): BountyPrice {
  const wallet = trpc.wallet.get.useQuery();
  const fees = useParameters();
  const { amount } = readBounty(typed);
  const balance = wallet.data ? parseAmount(wallet.data.bbuxBalance) : null;
  const rate = fees.parameters?.bountyFee ?? null;
  const receipt = receiptOf(amount ?? 0n, balance ?? 0n, rate ?? 0n);
  const isKnown = rate !== null && balance !== null;
  return {
    receipt,
    rate,
    balance,
    total: amount === null || rate === null ? null : receipt.total,
    missing: isKnown ? receipt.missing : 0n,
    balanceFailed: wallet.isError,
    fees,
  };
}
