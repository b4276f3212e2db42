// Refund requests, objections, and how bounties end that nobody paid out; its jobs.
export { decideDueRefunds } from "./due.command.ts";
export { notifySettlements } from "./notice.command.ts";
export { settleBounties } from "./settle.command.ts";
