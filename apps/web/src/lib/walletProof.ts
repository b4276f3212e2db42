import type { ErrorCode, WalletRequest } from "@bbux/contract";
import { codeOf } from "./errors.ts";
import { type NamedProof, providedWallets } from "./providedWallets.ts";

/** The person chose no wallet, so there is nothing to say. */
export class WalletDismissed extends Error {
  constructor() {
    super("No wallet was chosen.");
  }
}

/** The wallet didn't sign; the message says why, for the person. */
export class WalletFailed extends Error {}

let asked = 0;

/** Whether a wallet is being chosen or asked, in a window above the page's dialogs. */
export const isWalletAsked = () => asked > 0;

/** Has a wallet sign (ProveWallet). @returns null when no wallet was chosen */
export async function askWallet(
  ask: () => Promise<WalletRequest>,
  how = { another: false },
): Promise<NamedProof | null> {
  const prove = providedWallets();
  if (!prove) throw new WalletFailed("Wallets aren't available here.");
  asked += 1;
  try {
    return await prove(ask, how);
  } catch (error) {
    if (error instanceof WalletDismissed) return null;
    throw error;
  } finally {
    // Later, so that the Escape key that closed the wallet's window doesn't close the dialog below it, too.
    setTimeout(() => {
      asked -= 1;
    });
  }
}

const OTHERS: ReadonlySet<ErrorCode | null> = new Set<ErrorCode>(["WALLET_UNKNOWN", "LOGIN_TAKEN", "LOGIN_EXISTS"]);

/** Whether another wallet has to be chosen after this refusal. */
export const needsAnotherWallet = (error: unknown) => ({ another: OTHERS.has(codeOf(error)) });
