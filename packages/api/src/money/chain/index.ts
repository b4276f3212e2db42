// What all money needs of the chain: alerts, and that it is the same chain as before.
export {
  ALERT_KINDS,
  type Alert,
  type AlertKind,
  closeAlert,
  closeAlerts,
  type OpenAlert,
  openAlerts,
  raiseAlert,
  settleAlert,
} from "./alerts.commands.ts";
export {
  awaitRounds,
  booksIdentity,
  closeFence,
  drawMemberId,
  type Fence,
  isFenceOpen,
  noticeBooks,
  openFence,
  passSignersFence,
  readFence,
} from "./fence.ts";
export { fundLocalChain } from "./fund.command.ts";
export { idleTransactions } from "./idle-transactions.ts";
export { isDueSoon, payableSince } from "./long-waits.ts";
export { requireSameChain } from "./same-chain.ts";
export { closeRefusal, isSignerUp, noteRefusal } from "./signer-health.ts";
export { requireSignersBooks } from "./signers-books.ts";
export { chainState } from "./state.queries.ts";
export { CHAIN_PATIENCE_MS, withTimeout } from "./with-timeout.ts";
export {
  type Agreement,
  type ArrivalNeeds,
  type AsksWitness,
  arrivalSubject,
  askAboutArrival,
  askWitness,
  checkWitness,
  sameTransaction,
  type Testimony,
  whatItDid,
} from "./witness.ts";
