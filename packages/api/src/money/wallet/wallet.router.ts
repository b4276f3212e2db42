import {
  allTransactionsInput,
  allTransactionsOutput,
  balanceHistoryInput,
  balanceHistory as balanceHistoryOutput,
  blockhashOutput,
  cancelWithdrawalInput,
  cancelWithdrawalOutput,
  confirmDepositInput,
  confirmDepositOutput,
  confirmDirectInput,
  depositInput,
  depositOutput,
  oneTransactionInput,
  oneTransactionOutput,
  processWithdrawalInput,
  processWithdrawalOutput,
  recentTransactionsInput,
  recentTransactionsOutput,
  sendTransactionInput,
  sendTransactionOutput,
  wallet,
  walletActionInput,
  walletActionOutput,
  walletNetwork as walletNetworkOutput,
  withdrawalAddressInput,
  withdrawalAddressOutput,
  withdrawInput,
  withdrawOutput,
} from "@bbux/contract";
import { accountProcedure, memberProcedure, router } from "../../platform/calls/index.ts";
import type { Reply } from "../../platform/context/index.ts";
import { confirmDeposit, recentBlockhash, relayTransaction, requestDeposit } from "../deposits/index.ts";
import { balanceHistory, getTransaction, listTransactions } from "../statement/index.ts";
import { cancelHeldWithdrawal, processWithdrawal, saveWithdrawalAddress, withdraw } from "../withdrawals/index.ts";
import { walletAction } from "./action.command.ts";
import { getWallet, walletNetwork } from "./wallet.queries.ts";

const tags = ["wallet"];

/**
 * Suspended members may sign in, see their money and withdraw; only members in good standing may deposit
 * (docs/DECISIONS.md §2).
 */
/** Answers with status 202 while the payment is under way. */
function underWay<Answer extends { readonly status: string }>(reply: Reply, answer: Answer): Answer {
  if (answer.status === "pending") reply.setAccepted();
  return answer;
}

export const walletRouter = router({
  get: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/wallet", tags, summary: "The caller's balance and latest transactions" },
    })
    .output(wallet)
    .query(({ ctx }) => getWallet(ctx, ctx.viewer.id)),

  network: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/wallet/network", tags, summary: "Which Solana cluster the wallet is on" },
    })
    .output(walletNetworkOutput)
    .query(({ ctx }) => walletNetwork(ctx)),

  transactions: accountProcedure
    .meta({ openapi: { method: "GET", path: "/wallet/transactions", tags, summary: "The latest transactions" } })
    .input(recentTransactionsInput)
    .output(recentTransactionsOutput)
    .query(async ({ ctx, input }) => {
      const { transactions } = await listTransactions(ctx.db, ctx.viewer.id, { page: 1, limit: input.limit });
      return { transactions };
    }),

  allTransactions: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/wallet/transactions/all", tags, summary: "All transactions, in pages" },
    })
    .input(allTransactionsInput)
    .output(allTransactionsOutput)
    .query(async ({ ctx, input }) => {
      const { transactions, total } = await listTransactions(ctx.db, ctx.viewer.id, input);
      const { page, limit } = input;
      return { transactions, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
    }),

  transaction: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/wallet/transactions/{transactionId}", tags, summary: "One transaction" },
      refuses: ["NOT_FOUND"],
    })
    .input(oneTransactionInput)
    .output(oneTransactionOutput)
    .query(async ({ ctx, input }) => ({
      transaction: await getTransaction(ctx.db, ctx.viewer.id, input.transactionId),
    })),

  balanceHistory: accountProcedure
    .meta({ openapi: { method: "GET", path: "/wallet/balance-history", tags, summary: "The balance over time" } })
    .input(balanceHistoryInput)
    .output(balanceHistoryOutput)
    .query(async ({ ctx, input }) => ({
      points: await balanceHistory(ctx.db, ctx.viewer.id, input.range, ctx.now()),
    })),

  action: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/wallet/action", tags, summary: "Request a manual deposit, or withdraw" },
      refuses: [
        "INSUFFICIENT_BALANCE",
        "WITHDRAWAL_LIMIT",
        "ADDRESS_NOT_ALLOWED",
        "TOO_MANY_DEPOSITS",
        "ACCOUNT_SUSPENDED",
        "STEP_UP_REQUIRED",
      ],
      idempotent: true,
    })
    .input(walletActionInput)
    .output(walletActionOutput)
    .mutation(({ ctx, input }) => walletAction(ctx, input)),

  deposit: memberProcedure
    .meta({
      openapi: { method: "POST", path: "/wallet/deposit", tags, summary: "Say that a deposit will come" },
      refuses: ["TOO_MANY_DEPOSITS"],
      idempotent: true,
    })
    .input(depositInput)
    .output(depositOutput)
    .mutation(({ ctx, input }) => requestDeposit(ctx, input)),

  withdraw: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/wallet/withdraw", tags, summary: "Sell BBUX for SOL" },
      refuses: ["INSUFFICIENT_BALANCE", "WITHDRAWAL_LIMIT", "ADDRESS_NOT_ALLOWED", "STEP_UP_REQUIRED"],
      idempotent: true,
    })
    .input(withdrawInput)
    .output(withdrawOutput)
    .mutation(({ ctx, input }) => withdraw(ctx, input)),

  confirmDirectDeposit: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/wallet/confirm-direct-deposit",
        tags,
        summary: "Credit a transaction that the caller's wallet has sent",
      },
      refuses: ["NOT_FOUND", "TRANSACTION_FAILED"],
      pending: true,
      idempotent: true,
    })
    .input(confirmDirectInput)
    .output(confirmDepositOutput)
    .mutation(async ({ ctx, input }) => underWay(ctx, await confirmDeposit(ctx, { ...input, type: "direct_deposit" }))),

  confirmDeposit: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/wallet/confirm-deposit",
        tags,
        summary: "Credit a transaction by its signature",
      },
      refuses: ["NOT_FOUND", "TRANSACTION_FAILED"],
      pending: true,
      idempotent: true,
    })
    .input(confirmDepositInput)
    .output(confirmDepositOutput)
    .mutation(async ({ ctx, input }) => underWay(ctx, await confirmDeposit(ctx, { ...input, type: "manual_deposit" }))),

  cancelWithdrawal: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/wallet/cancel-withdrawal",
        tags,
        summary: "Cancel a withdrawal that is held for security",
      },
      refuses: ["NOT_FOUND", "WITHDRAWAL_NOT_HELD"],
    })
    .input(cancelWithdrawalInput)
    .output(cancelWithdrawalOutput)
    .mutation(({ ctx, input }) => cancelHeldWithdrawal(ctx, input.transactionId)),

  processWithdrawal: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/wallet/process-withdrawal",
        tags,
        summary: "Nudge a withdrawal, and see how it stands",
      },
      refuses: ["NOT_FOUND"],
      pending: true,
      idempotent: true,
    })
    .input(processWithdrawalInput)
    .output(processWithdrawalOutput)
    .mutation(async ({ ctx, input }) => underWay(ctx, await processWithdrawal(ctx, input.transactionId))),

  getBlockhash: memberProcedure
    .meta({
      openapi: { method: "GET", path: "/wallet/get-blockhash", tags, summary: "A recent blockhash, to sign with" },
      refuses: ["CHAIN_UNAVAILABLE"],
    })
    .output(blockhashOutput)
    .query(({ ctx }) => recentBlockhash(ctx)),

  sendTransaction: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/wallet/send-transaction",
        tags,
        summary: "Send a signed payment to the caller's deposit address",
      },
      refuses: ["TRANSACTION_FAILED", "CHAIN_UNAVAILABLE", "TOO_MANY_DEPOSITS"],
      idempotent: true,
    })
    .input(sendTransactionInput)
    .output(sendTransactionOutput)
    .mutation(({ ctx, input }) => relayTransaction(ctx, input)),

  setWithdrawalAddress: accountProcedure
    .meta({
      openapi: {
        method: "PUT",
        path: "/wallet/withdrawal-address",
        tags,
        summary: "Save where withdrawals go that name no other address",
        description:
          "An address that the caller has never withdrawn to needs a fresh proof. They get an email about it.",
      },
      refuses: ["STEP_UP_REQUIRED"],
    })
    .input(withdrawalAddressInput)
    .output(withdrawalAddressOutput)
    .mutation(async ({ ctx, input }) => ({
      success: true,
      withdrawalAddress: await saveWithdrawalAddress(ctx, input.address),
    })),
});
