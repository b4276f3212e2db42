import { BaseWalletAdapter, type WalletName, WalletReadyState } from "@solana/wallet-adapter-base";

/**
 * Replaces the mobile wallet adapter that wallet-adapter-react imports (vite.config.ts). The original connects to an
 * app on the phone over a socket that the page's content policy refuses, and would take every chain for mainnet. On
 * phones the page is opened in the wallet's own browser instead (`modal/knownWallets.ts`), so this wallet is never supported.
 */
export const SolanaMobileWalletAdapterWalletName = "Mobile Wallet Adapter" as WalletName<"Mobile Wallet Adapter">;

export class SolanaMobileWalletAdapter extends BaseWalletAdapter {
  readonly name = SolanaMobileWalletAdapterWalletName;
  readonly url = "";
  readonly icon = "data:," as const;
  readonly readyState = WalletReadyState.Unsupported;
  readonly publicKey = null;
  readonly connecting = false;
  readonly supportedTransactionVersions = null;

  connect(): Promise<void> {
    return Promise.reject(new Error("Not supported in this browser"));
  }

  async disconnect(): Promise<void> {}

  sendTransaction(): Promise<string> {
    return Promise.reject(new Error("Not supported in this browser"));
  }
}

export const createDefaultAddressSelector = nothing;
export const createDefaultAuthorizationResultCache = nothing;
export const createDefaultWalletNotFoundHandler = nothing;

function nothing(): null {
  return null;
}
