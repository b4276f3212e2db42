// Wallets and accounts at providers that sign members in, and what a recovery takes back.
export { returnFromOpenId, startOpenId } from "./openid-flow.command.ts";
export { linkAccountTo, ownerOfAccount, TO_USE, toLinkAccount, useAccount } from "./openid-proof.command.ts";
export { removeAdded } from "./remove-added.command.ts";
export { suspendAdded } from "./suspend.command.ts";
export { takeBackPrepared, tightenAllowList } from "./take-back.command.ts";
export { TO_SIGN_IN, toLink, walletRequest } from "./wallet-message.ts";
export { linkWalletTo, ownerOfWallet, signedToSignIn, useWallet } from "./wallets.command.ts";
export { isAvailable, loginName, requireWayIn } from "./ways-in.ts";
