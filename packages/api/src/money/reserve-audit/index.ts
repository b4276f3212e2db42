// The audit of the books against the chain and the log.
export { type AuditOptions, auditReserves, type ReserveAudit } from "./audit.command.ts";
export { auditBounties } from "./bounties.ts";
export { type Problem as ReserveProblem, RESERVE_FINDINGS, type ReserveFinding } from "./findings.ts";
export { auditLog } from "./log.ts";
export { auditNotes } from "./notes.ts";
export { bookedTransactions, latestFrom } from "./signatures.sql.ts";
export { auditWalletTotals } from "./wallet-totals.ts";
