/**
 * The browser's wallet, for the rest of the app. Light: web3.js and the wallet adapters load when a wallet is needed.
 * `WalletHost` is mounted in the shell; `WalletButton` connects, changes and disconnects; `useConnectedWallet` returns
 * the state and the SOL; `useDirectDeposit` buys BBUX.
 */
export { shortAddress } from "./address.ts";
export { closeWalletModal, disconnectWallet, openWalletModal } from "./connection.ts";
export type { DepositOutcome, DepositPhase } from "./deposit/directDeposit.ts";
export { useDirectDeposit } from "./deposit/useDirectDeposit.ts";
export { openDevelopmentWallet } from "./development/open.ts";
export { type ConnectedWallet, useConnectedWallet } from "./useConnectedWallet.ts";
export { WalletButton } from "./WalletButton.tsx";
export { WalletHost } from "./WalletHost.tsx";
