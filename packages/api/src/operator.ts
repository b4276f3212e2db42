import { type Database, databaseClock } from "@bbux/db";
import type { Services } from "./platform/context/index.ts";
import { noSignals } from "./platform/signals/index.ts";

export { addRoom, listAllRooms, type OperatedRoom, renameRoom } from "./community/chat/index.ts";
export { excerptOf } from "./content/parts/index.ts";
export { listPosts } from "./content/posts/index.ts";
export { addTag, listTags, type NewTag } from "./content/tags/index.ts";
export { payRewards, type RewardedDay } from "./governance/rewards/index.ts";
export { getDashboard as governanceDashboard } from "./governance/staking/index.ts";
/** What operator commands use of the product, in addition to its procedures. */
export {
  ALERT_KINDS,
  type Alert,
  type AlertKind,
  chainState,
  closeAlert,
  type OpenAlert,
  openAlerts,
  raiseAlert,
  settleAlert,
} from "./money/chain/index.ts";
export { challengeControl, proveControl } from "./money/cold-wallet/index.ts";
export { approveWaiting, listWaiting, rotateDepositKey } from "./money/deposits/index.ts";
export {
  assignSuspense,
  type Resolved,
  recordFloat,
  resumeWithdrawals,
  stopWithdrawals,
} from "./money/hot-wallet/index.ts";
export {
  type AuditOptions,
  auditBounties,
  auditLog,
  auditNotes,
  auditReserves,
  auditWalletTotals,
  RESERVE_FINDINGS,
  type ReserveAudit,
  type ReserveFinding,
  type ReserveProblem,
} from "./money/reserve-audit/index.ts";
export { type Correction, listSuspense, measureReserves, recordCorrection } from "./money/reserves/index.ts";
export { getProof, rotateCheckpointKey } from "./money/transparency/index.ts";
export { type KeyPurpose, type WalletKey, walletKeys } from "./money/wallet-keys/index.ts";
export {
  cancelWithdrawal,
  listUnapproved,
  type OpenWithdrawals,
  openWithdrawals,
  type Rotated,
  refundWithdrawal,
  rotateWalletKey,
} from "./money/withdrawals/index.ts";
export { type CounterMismatch, type CounterReport, checkCounters, fixCounters } from "./operations/counters/index.ts";
export { endDemo, type OpenDemoAccount, openDemoAccounts } from "./operations/demo/end.command.ts";
export { createSetupLink, SETUP_LINK_HOURS } from "./operations/setup/index.ts";
export {
  createClaimLink,
  grantRole,
  hasAdmin,
  type KnownAddress,
  type RoleChange,
  setImportedAddresses,
  suspend,
  unsuspend,
} from "./people/accounts/index.ts";
export { removeFactors, setMemberEmail } from "./people/recovery/index.ts";
export { listParameters, parameterHistory, setParameter } from "./platform/parameters/index.ts";

/** The outside world for operator commands: they run next to the server, so open tabs notice later. */
export function operator(db: Database): Pick<Services, "db" | "signals" | "now" | "databaseNow"> {
  return { db, signals: noSignals, now: () => new Date(), databaseNow: () => databaseClock(db) };
}
