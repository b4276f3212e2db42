// Apart from walletProof.ts, which a first visit doesn't need.
import type { ProveWallet } from "./walletProof.ts";

let provided: ProveWallet | null = null;

/** Called by the wallets' own part of the app, which the sign-in forms don't depend on. */
export function provideWallets(prove: ProveWallet): void {
  provided = prove;
}

/** Returns what {@link provideWallets} was called with. */
export const providedWallets = (): ProveWallet | null => provided;
