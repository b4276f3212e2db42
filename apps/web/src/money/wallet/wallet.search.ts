/** The two sides of the wallet's form. */
export const SIDES = ["buy", "sell"] as const;
export type Side = (typeof SIDES)[number];

/** The wallet's state in the URL: buying is the default and is left out. */
export interface WalletSearch {
  readonly tab?: "sell";
  /** BBUX to buy, filled in when the member comes from a page that needs it. */
  readonly amount?: number;
  /** The page that waits for the money. */
  readonly from?: "question";
}

/** For `validateSearch`: drops what it doesn't understand. */
export function walletSearch({ tab, amount, from }: Record<string, unknown>): WalletSearch {
  const buys = Number(amount);
  return {
    ...(tab === "sell" && { tab }),
    ...(buys > 0 && Number.isFinite(buys) && { amount: buys }),
    ...(from === "question" && { from }),
  };
}
