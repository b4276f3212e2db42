/** The two sides of the wallet's form. */
export const SIDES = ["buy", "sell"] as const;
export type Side = (typeof SIDES)[number];

/** The wallet's state in the URL: buying is the default and is left out. */
export interface WalletSearch {
  readonly tab?: "sell";
}

/** For `validateSearch`: drops what it doesn't understand. */
export function walletSearch({ tab }: Record<string, unknown>): WalletSearch {
  return tab === "sell" ? { tab } : {};
}
