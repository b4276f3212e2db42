// The keys of the hot wallet and of nonce accounts, by version, and what it takes to replace them.
export { adoptWalletKeys, setKeyState } from "./adopt.command.ts";
export {
  asOneHotWallet,
  isOwnAddress,
  type KeyPurpose,
  latestKey,
  payerKey,
  versionOf,
  type WalletKey,
  type WalletKeys,
  walletKeys,
} from "./keys.query.ts";
