// Deposits: requesting, confirming and relaying them, and watching addresses.
export { approveWaiting } from "./approve.command.ts";
export { confirmDeposit } from "./confirm.command.ts";
export { recheckWaiting } from "./recheck.command.ts";
export { recentBlockhash, relayTransaction } from "./relay.command.ts";
export { expireRequests, requestDeposit } from "./request.command.ts";
export { rotateDepositKey } from "./rotate-key.command.ts";
export { listWaiting } from "./waiting.query.ts";
export { watchExpected, watchRound } from "./watch.ts";
