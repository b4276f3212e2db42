// Deposits: requesting, confirming and relaying them, and watching addresses.
export { confirmDeposit } from "./confirm.command.ts";
export { recentBlockhash, relayTransaction } from "./relay.command.ts";
export { expireRequests, requestDeposit } from "./request.command.ts";
export { watchExpected, watchRound } from "./watch.ts";
