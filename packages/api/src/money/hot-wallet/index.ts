// The hot wallet: reading what happened to it, the emergency stop, and SOL that belongs to no member.
export { bookAtAddress } from "./book-at-address.ts";
export { bookColdMovements } from "./cold-movements.command.ts";
export { areKeysKnown } from "./history.ts";
export { scanHotWallet } from "./hot-wallet.command.ts";
export { keepAnchor } from "./landed-anchor.ts";
export { PAID_BEFORE } from "./lost-withdrawal.ts";
export { MOST_RENT } from "./recognize.command.ts";
export { scanColdWallets } from "./scan-cold.command.ts";
export { resumeWithdrawals, stopWithdrawals } from "./stop.command.ts";
export { assignSuspense, keepSuspense, type Resolved, recordFloat } from "./suspense.command.ts";
