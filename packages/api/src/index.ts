export { assertClean } from "./clean.ts";
export type {
  ChainRpc,
  Context,
  CurrentSession,
  Documents,
  JobPayloads,
  LimitName,
  MemberContext,
  MoneySettings,
  Services,
  Signals,
  SignalTopic,
  Viewer,
} from "./context.ts";
export { AppError } from "./errors.ts";
export { FAILPOINTS, type Failpoint } from "./failpoints.ts";
export { failureBody, statusOf, toAppError, toTrpcError } from "./failure.ts";
export { exportAccount } from "./features/accounts/export.query.ts";
export { createPasswordReset } from "./features/auth/passwords.commands.ts";
export { createPasswords } from "./features/auth/passwords.ts";
export { removeExpired, resolveSession } from "./features/auth/sessions.queries.ts";
export { ALERT_KINDS, openAlerts } from "./features/chain/alerts.commands.ts";
export { fundLocalChain } from "./features/chain/fund.command.ts";
export { holdLease, letGoOfLease } from "./features/chain/lease.command.ts";
export { demandSameChain } from "./features/chain/same-chain.ts";
export { createChatFeeds } from "./features/chat/feed.ts";
export { scanHotWallet } from "./features/deposits/hot-wallet.command.ts";
export { expireRequests } from "./features/deposits/request.command.ts";
export { watchExpected, watchRound } from "./features/deposits/watch.ts";
export type { FoundGifs, GifQuestion, GifService } from "./features/gifs/service.ts";
export { payRewards, type RewardedDay } from "./features/governance/rewards.command.ts";
export { type Digest, returnDigest, takeDigests } from "./features/notifications/digest.command.ts";
export { tellOfExpiring } from "./features/notifications/expiring.command.ts";
export { removeOldNotifications } from "./features/notifications/remove-old.command.ts";
export { EXPORT_TYPES, exportText } from "./features/posts/export.format.ts";
export { exportPosts } from "./features/posts/export.query.ts";
export { learnWords } from "./features/posts/learn-words.command.ts";
export { settleBounties } from "./features/posts/settle.command.ts";
export { closeProposals } from "./features/proposals/close.command.ts";
export { decideDueRefunds } from "./features/refunds/due.command.ts";
export { type MoneyFigures, moneyFigures } from "./features/reserves/figures.query.ts";
export { publishReserves, removeOldReports } from "./features/reserves/publish.command.ts";
export { type CheckpointOutcome, makeCheckpoint } from "./features/transparency/checkpoint.command.ts";
export { exportLog } from "./features/transparency/export.query.ts";
export { sealLog } from "./features/transparency/seal.command.ts";
export { setProfilePicture } from "./features/uploads/picture.command.ts";
export type { LocalFile, MediaStorage } from "./features/uploads/storage.ts";
export { removeUnusedUploads } from "./features/uploads/sweep.command.ts";
export { demandAllowance, keepUpload } from "./features/uploads/uploads.commands.ts";
export { statementCsv } from "./features/wallet/export.csv.ts";
export { exportTransactions } from "./features/wallet/transactions.query.ts";
export { drivePayments } from "./features/withdrawals/drive.ts";
export { planSweeps } from "./features/withdrawals/sweep.command.ts";
export { removeOldKeys } from "./idempotency.ts";
export { type AppRouter, appRouter } from "./router.ts";
export type { ProcedureMeta } from "./trpc.ts";
export { demandViewer, type ViewerLevel } from "./viewer.ts";
