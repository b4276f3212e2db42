// Holds on a member's withdrawals, for a while after what a thief would do first.
export { holdWithdrawals, removeEndedHolds } from "./hold.command.ts";
