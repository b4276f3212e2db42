// Transactions: what follows the commit, once per Idempotency-Key, and item by item.
export { eachDue } from "./each-due.ts";
export { type Effects, noEffects, type Signaling, withEffects } from "./effects.ts";
export { answeredBefore, once, remembered, removeOldKeys } from "./idempotency.ts";
