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
  postSql,
  returnBounty,
} from "./post.ts";
export { type StatementLine, type StatementPage, statement } from "./statement.ts";
export {
  type BountyPlacedArgs,
  balanceForfeited,
  bountyPaid,
  bountyPlaced,
  bountyReturned,
  deposited,
  depositUnclaimed,
  type FromEscrowArgs,
  floatFunded,
  type Leg,
  networkFeePaid,
  networkFeeReleased,
  networkFeeReserved,
  type Particulars,
  poolReturned,
  rewardsPaid,
  type StakeArgs,
  stakeAdded,
  stakeRemoved,
  suspenseResolved,
  type Text,
  type Transfer,
  treasuryAllotted,
  withdrawalHeld,
  withdrawalRefunded,
  withdrawalSettled,
} from "./transfer.ts";
