export { type AuditFinding, type AuditReport, audit } from "./audit.ts";
export { balanceOf, rollUp, supply, totals, treasuryBalance } from "./balances.ts";
export { asLedgerError, LedgerError, type LedgerErrorCode } from "./errors.ts";
export {
  ACCOUNT_KINDS,
  type AccountKind,
  EQUITY_OWNER,
  EXTERNAL_OWNER,
  type OrdinaryAccountKind,
  REWARDS_POOL,
  TRANSFER_KINDS,
  TREASURY_OWNER,
  type TransferKind,
} from "./kinds.ts";
export {
  deposit,
  forfeitBalance,
  fundPool,
  type Posted,
  payBounty,
  placeBounty,
  post,
  postAll,
  postSql,
  returnBounty,
} from "./post.ts";
export {
  accountLinesSql,
  accountsSql,
  balanceSql,
  balancesSql,
  bountiesPaidSql,
  bountyAcceptedSql,
  creditedSql,
  heldTotalsSql,
  legsSql,
  memberLinesSql,
  memberVersionSql,
  ordinaryBalanceSql,
  postingsMarkSql,
  summedTotalsSql,
  totalSql,
  totalsSql,
  transfersSql,
} from "./reads.sql.ts";
export { type StatementLine, type StatementPage, statement } from "./statement.ts";
export type { Leg, Particulars, Text, Transfer } from "./transfer.ts";
export {
  type BountyPlacedArgs,
  bountyPaid,
  bountyPlaced,
  bountyReturned,
  type FromEscrowArgs,
} from "./transfers/bounty.ts";
export {
  deposited,
  depositUnclaimed,
  floatFunded,
  gainRecorded,
  lossRecorded,
  suspenseResolved,
} from "./transfers/deposit.ts";
export { coldFeePaid, networkFeePaid, networkFeeReleased, networkFeeReserved } from "./transfers/network-fee.ts";
export { rewardsPaid, type StakeArgs, stakeAdded, stakeRemoved } from "./transfers/stake.ts";
export { balanceForfeited, poolReturned, treasuryAllotted } from "./transfers/treasury.ts";
export { withdrawalHeld, withdrawalRefunded, withdrawalSettled } from "./transfers/withdraw.ts";
