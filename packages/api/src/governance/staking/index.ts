// The governance dashboard, and the lock on a stake.
export { getDashboard } from "./read.queries.ts";
export { lockStake } from "./stake.command.ts";
