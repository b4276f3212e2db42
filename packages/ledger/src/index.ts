export { type AuditFinding, type AuditReport, audit } from "./audit.ts";
export { balanceOf, rollUp, supply, totals, treasuryBalance } from "./balances.ts";
export { asLedgerError, LedgerError, type LedgerErrorCode } from "./errors.ts";
export {
  ACCOUNT_KINDS,
  type AccountKind,
  type OrdinaryAccountKind,
  TRANSFER_KINDS,
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
  type FromEscrowArgs,
  type Leg,
  type Particulars,
  type Text,
  type Transfer,
  treasuryAllotted,
} from "./transfer.ts";
