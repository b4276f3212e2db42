import type { Database } from "@bbux/db";
import type { Services } from "./context.ts";
import { unheard } from "./unheard.ts";

/** What commands of the operator use of the product, besides its calls. */
export {
  ALERT_KINDS,
  type Alert,
  type AlertKind,
  closeAlert,
  type OpenAlert,
  openAlerts,
  raiseAlert,
  settleAlert,
} from "./features/chain/alerts.commands.ts";
export { chainState } from "./features/chain/state.queries.ts";
export { addRoom, listAllRooms, type OperatedRoom, renameRoom } from "./features/chat/operate.commands.ts";
export { type CounterMismatch, type CounterReport, checkCounters } from "./features/counters/check.query.ts";
export { fixCounters } from "./features/counters/fix.command.ts";
export { resumeWithdrawals, stopWithdrawals } from "./features/deposits/hot-wallet.command.ts";
export { assignSuspense, type Resolved, recordFloat } from "./features/deposits/suspense.command.ts";
export { getDashboard as governanceDashboard } from "./features/governance/read.queries.ts";
export { payRewards, type RewardedDay } from "./features/governance/rewards.command.ts";
export { listParameters, parameterHistory } from "./features/parameters/parameters.queries.ts";
export { setParameter } from "./features/parameters/set.command.ts";
export { excerptOf } from "./features/posts/excerpt.ts";
export { listPosts } from "./features/posts/feed.query.ts";
export { auditBounties } from "./features/reserves/audit/bounties.ts";
export { auditLog } from "./features/reserves/audit/log.ts";
export {
  type AuditOptions,
  auditReserves,
  RESERVE_FINDINGS,
  type ReserveAudit,
  type ReserveFinding,
  type ReserveProblem,
} from "./features/reserves/audit.command.ts";
export { measureReserves } from "./features/reserves/measure.ts";
export { listSuspense } from "./features/reserves/reserves.queries.ts";
export { addTag, type NewTag } from "./features/tags/tags.commands.ts";
export { listTags } from "./features/tags/tags.queries.ts";
export { getProof } from "./features/transparency/proof.query.ts";
export { grantRole, type RoleChange } from "./features/users/roles.commands.ts";
export { suspend, unsuspend } from "./features/users/suspension.commands.ts";
export { type OpenWithdrawals, openWithdrawals } from "./features/withdrawals/open.query.ts";

/** What a command of the operator has of the outside world: it runs beside the server, whose open tabs learn of it later. */
export function operator(db: Database): Pick<Services, "db" | "signals" | "now"> {
  return { db, signals: unheard, now: () => new Date() };
}
