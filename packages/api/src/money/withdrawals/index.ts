// Withdrawals: requesting them, and the payments and sweeps that are under way.
export { countApprovers, listUnapproved } from "./approvals.sql.ts";
export { approveWithdrawal, refuseWithdrawal } from "./approve.command.ts";
export { COST_IF_FAILED, KIND, openAttempts, SUBJECT_ID } from "./attempts.sql.ts";
export { cancelWithdrawal } from "./cancel.command.ts";
export { cancelHeldWithdrawal } from "./cancel-held.command.ts";
export { planCold } from "./cold.command.ts";
export { saveWithdrawalAddress } from "./destination.ts";
export { landedAttempts } from "./landed-attempts.ts";
export { type OpenState, type OpenWithdrawals, openWithdrawals } from "./open.query.ts";
export { processWithdrawal } from "./process.command.ts";
export { processPayments } from "./process-payments.ts";
export { reviewApprovals } from "./review-approvals.ts";
export { type Rotated, rotateWalletKey } from "./rotate-key.command.ts";
export { refund as refundWithdrawal } from "./subjects.ts";
export { planSweeps } from "./sweep.command.ts";
export { withdraw, withdrawnToday } from "./withdraw.command.ts";
