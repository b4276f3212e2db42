// Approvals of what admins give to members: deposits that only one node confirms, and unclaimed SOL. Who approves withdrawals, too.
export { approvalsOf } from "./approvals.query.ts";
export { approveCredit } from "./approve.command.ts";
export { HOURS_TO_APPROVE, requireApprover } from "./approvers.query.ts";
