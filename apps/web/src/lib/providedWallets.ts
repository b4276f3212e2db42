// Apart from walletProof.ts, which a first visit doesn't need.
import type { WalletProof, WalletRequest } from "@bbux/contract";

/** A wallet's signature, and what the wallet calls itself. */
export type NamedProof = WalletProof & { readonly walletName: string };

/**
 * Has a wallet sign: the connected one, or the one that the person chooses.
 * @param how.another the connected one won't do, so that another one is chosen
 * @param ask fetches what it signs; called once there is a wallet, because it expires
 * @throws WalletDismissed when no wallet was chosen, WalletFailed when it can't or doesn't sign, or what `ask` threw
 */
export type ProveWallet = (
  ask: () => Promise<WalletRequest>,
  how: { readonly another: boolean },
) => Promise<NamedProof>;

let provided: ProveWallet | null = null;

/** Called by the wallets' own part of the app, which the sign-in forms don't depend on. */
export function provideWallets(prove: ProveWallet): void {
  provided = prove;
}

/** Returns what {@link provideWallets} was called with. */
export const providedWallets = (): ProveWallet | null => provided;
