// Holds on a member's withdrawals, for a while after what a thief would do first, or until the member ends a freeze.
export {
  type CanceledPayouts,
  cancelSuspectPayouts,
  endFreeze,
  freezeHold,
  isFrozen,
  requireNotFrozen,
  wasRecovered,
} from "./freeze.command.ts";
export {
  type HoldSettings,
  holdForNewFactor,
  holdWithdrawals,
  lockPayouts,
  lockWallet,
  removeEndedHolds,
} from "./hold.command.ts";
export { hasFactorFor, holdJson, requireNoHold, UNHELD_MOST } from "./hold.query.ts";
export { isListed, isListOn, requireListed } from "./listed.query.ts";
export {
  freezeLinkToken,
  type MailedLink,
  readFreezeToken,
  readUndoAddedToken,
  undoAddedToken,
} from "./mailed-links.ts";
export { endStaffFreeze, setStaffFreeze, staffFreezeJson, staffFreezeState } from "./staff-freeze.command.ts";
export { isUse } from "./used-address.sql.ts";
