// The hot wallet: reading what happened to it, the emergency stop, and SOL that belongs to no member.
export { resumeWithdrawals, scanHotWallet, stopWithdrawals } from "./hot-wallet.command.ts";
export { assignSuspense, keepSuspense, type Resolved, recordFloat } from "./suspense.command.ts";
