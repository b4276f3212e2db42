// Recounting what is counted along the way.
export { type CounterMismatch, type CounterReport, checkCounters } from "./check.query.ts";
export { fixCounters } from "./fix.command.ts";
