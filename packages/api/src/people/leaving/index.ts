// Whether value may leave a member now: by a withdrawal, a bounty, an accepted answer, or a stake.
export { LEAVING_REFUSALS, limitOf, requireMayLeave, requireMayPay, requireProofToLeave } from "./may-leave.ts";
export { forgetRaisedSpending, getSpending, spendingOf } from "./spending.query.ts";
