// Approvals of what admins give to members: deposits that only one node confirms, and unclaimed SOL.
export { approvalsOf } from "./approvals.query.ts";
export { approveCredit } from "./approve.command.ts";
