// The browser's wallet, which is light: web3.js and the wallet adapters load when a wallet is needed.
export { shortAddress } from "./address.ts";
export {
  changeConnection,
  closeWalletModal,
  disconnectWallet,
  openWalletModal,
  publishControls,
  resetConnection,
} from "./connection.ts";
export type { DepositOutcome, DepositPhase } from "./deposit/directDeposit.ts";
export { useDirectDeposit } from "./deposit/useDirectDeposit.ts";
export { openDevelopmentWallet } from "./development/open.ts";
export { ExplorerLink, TransactionLink } from "./TransactionLink.tsx";
export { type ConnectedWallet, useConnectedWallet } from "./useConnectedWallet.ts";
export { useNetwork } from "./useNetwork.ts";
export { WalletButton } from "./WalletButton.tsx";
export { WalletHost } from "./WalletHost.tsx";
