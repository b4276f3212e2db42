// Cold wallets: which they are, what they hold by the books, and proofs that the operator has their keys.
export { type ControlChallenge, challengeControl, proveControl } from "./control.command.ts";
export { controlProofs } from "./control.query.ts";
export { type ColdPayment, explainColdPayment } from "./explain.ts";
export { bookMovement, type ColdWallet, coldHoldings, coldWallets, moveToCold } from "./movements.ts";
export { ColdWalletError, checkColdWallet, registerColdWallet } from "./register.command.ts";
export { endColdTransfer, giveUpUnsigned, planColdTransfer } from "./transfers.ts";
