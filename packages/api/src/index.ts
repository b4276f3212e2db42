export { createChatFeeds } from "./community/chat/index.ts";
export { eraseFlaggedTexts } from "./community/moderation/erase-texts.command.ts";
export { EXPORT_TYPES, exportPosts, exportText } from "./content/posts/index.ts";
export { type RenderOptions, type RenderText, renderTexts } from "./content/rendering/index.ts";
export { learnWords } from "./content/search/index.ts";
export { exportAccount } from "./content/users/index.ts";
export { closeProposals } from "./governance/proposals/index.ts";
export { decideDueRefunds, notifySettlements, settleBounties } from "./governance/refunds/index.ts";
export { payRewards, type RewardedDay } from "./governance/rewards/index.ts";
export {
  ALERT_KINDS,
  CHAIN_PATIENCE_MS,
  checkWitness,
  drawMemberId,
  fundLocalChain,
  noticeBooks,
  openAlerts,
  requireSameChain,
} from "./money/chain/index.ts";
export { ColdWalletError, checkColdWallet, registerColdWallet } from "./money/cold-wallet/index.ts";
export { expireRequests, recheckWaiting, watchExpected, watchRound } from "./money/deposits/index.ts";
export { scanColdWallets, scanHotWallet } from "./money/hot-wallet/index.ts";
export {
  custodyNotes,
  foldWalletTotals,
  type MoneyFigures,
  moneyFigures,
  publishReserves,
  removeOldReports,
  watchControlProofs,
  watchReportAge,
} from "./money/reserves/index.ts";
export { exportTransactions, statementCsv } from "./money/statement/index.ts";
export {
  type CheckpointOutcome,
  cosignCheckpoint,
  exportLog,
  listNotes,
  makeCheckpoint,
  noteText,
  sealLog,
} from "./money/transparency/index.ts";
export {
  approveWithdrawal,
  planCold,
  planSweeps,
  processPayments,
  refundWithdrawal,
  reviewApprovals,
} from "./money/withdrawals/index.ts";
export { finishClosings } from "./people/accounts/index.ts";
export {
  createEmailVerification,
  createLeakedPasswords,
  createPasswordReset,
  createPasswords,
  removeExpired,
  resolveSession,
  tellOfFailedSignIns,
  tellOfWrongCodes,
} from "./people/auth/index.ts";
export { keepLinkToken } from "./people/closing/index.ts";
export {
  issueEmailChange,
  removeOldEmailChanges,
  storeEmailChange,
  undoableChange,
  undoEmailToken,
} from "./people/email-change/index.ts";
export {
  type Digest,
  type DueMail,
  findDigestsDue,
  type MailFact,
  mailSent,
  notifyExpiring,
  originFacts,
  readUnsubscribeToken,
  recordOlderPasswordChange,
  removeOldNotifications,
  removeOldSecurityEvents,
  returnDigest,
  takeDigest,
  takeDueMails,
  turnDigestsOff,
  unsubscribeToken,
} from "./people/notifications/index.ts";
export { freezeLinkToken, removeEndedHolds, undoAddedToken } from "./people/security-holds/index.ts";
export {
  isTakenDown,
  keepUpload,
  removeUnusedUploads,
  requireUploadAllowance,
  setProfilePicture,
} from "./people/uploads/index.ts";
export { brandWithLogo, createBrandReader, keepBrandImage, readBrand } from "./platform/brand/index.ts";
export {
  assertClean,
  failureBody,
  needsVerifiedEmail,
  type ProcedureMeta,
  requireVerifiedEmail,
  requireViewer,
  SECURITY_LOG_KINDS,
  statusOf,
  toAppError,
  toTrpcError,
  type ViewerLevel,
} from "./platform/calls/index.ts";
export {
  type BrandReader,
  type BrowserMark,
  type CallContext,
  type ChainRpc,
  type Context,
  type CurrentSession,
  type Documents,
  FAILPOINTS,
  type Failpoint,
  type FoundGifs,
  type GifQuestion,
  type GifService,
  type JobPayloads,
  type LimitName,
  type LocalFile,
  type MediaStorage,
  type MemberContext,
  type MoneySettings,
  type NoteSettings,
  type OpenIdAccount,
  type OpenIdProvider,
  readsOf,
  type Services,
  type Signals,
  type SignalTopic,
  type Viewer,
  type Witness,
} from "./platform/context/index.ts";
export { AppError } from "./platform/errors/errors.ts";
export { momentAlone, momentText, translate } from "./platform/language/index.ts";
export { readTwice } from "./platform/queries/index.ts";
export { noteTraces, removeOldTraces } from "./platform/traces/index.ts";
export { removeOldKeys } from "./platform/transactions/index.ts";
