/**
 * The browser's wallet, for the rest of the app. Light: web3.js and the wallet adapters come when somebody needs a wallet.
 * `WalletHost` stands in the shell; `WalletButton` connects, changes and disconnects; `useConnectedWallet` tells the state
 * and the SOL; `useDirectDeposit` buys BBUX.
 */
export { shortAddress } from "./address.ts";
export { closeWalletModal, disconnectWallet, openWalletModal } from "./connection.ts";
export type { DepositOutcome, DepositPhase } from "./deposit/directDeposit.ts";
export { useDirectDeposit } from "./deposit/useDirectDeposit.ts";
export { openDevelopmentWallet } from "./development/open.ts";
export { type ConnectedWallet, useConnectedWallet } from "./useConnectedWallet.ts";
export { WalletButton } from "./WalletButton.tsx";
export { WalletHost } from "./WalletHost.tsx";
