import { z } from "zod";
import { amountAsString, amountInput, maxFeeInput } from "../../platform/amounts.ts";
import { id, idOut } from "../../platform/ids.ts";
import { LIMITS, WALLET } from "../../platform/limits.ts";
import { TRANSACTION_STATUSES } from "./transactions.rules.ts";
import { transactionStatus, walletTransaction } from "./wallet.ts";

const depositAmount = amountInput(WALLET.deposit);
const withdrawalAmount = amountInput(WALLET.withdrawal);

/** A text that can't be an address is a 422 by the command, which says why. */
const address = z.string().max(LIMITS.address).meta({ description: "A Solana address, base58" });
const signature = z.string().max(LIMITS.signature).meta({ description: "A transaction's signature, base58" });

export const recentTransactionsInput = z
  .object({ limit: z.int().min(1).max(LIMITS.pageSize.max).default(WALLET.recent) })
  .prefault({});
export const recentTransactionsOutput = z.object({ transactions: z.array(walletTransaction) });

/** PostgreSQL has no year 0, so neither does this. */
const day = z.iso.date().refine((text) => text >= "0001", "There is no such day");

const filters = {
  type: z.string().max(40).optional().meta({ description: "As in the rows: `withdrawal`" }),
  status: z.enum(TRANSACTION_STATUSES).optional(),
  from: day.optional().meta({ description: "First day (UTC)" }),
  to: day.optional().meta({ description: "Last day (UTC)" }),
};
export const allTransactionsInput = z
  .object({
    page: z.int().min(1).max(LIMITS.page).default(1).meta({ description: "Page, from 1" }),
    limit: z.int().min(1).max(LIMITS.pageSize.max).default(WALLET.pageSize),
    ...filters,
  })
  .prefault({});
export const exportTransactionsInput = z.object(filters).prefault({});
export type TransactionFilters = z.infer<typeof exportTransactionsInput>;
export const allTransactionsOutput = z
  .object({
    transactions: z.array(walletTransaction),
    pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() }),
  })
  .meta({ id: "WalletTransactionPage" });

export const oneTransactionInput = z.object({ transactionId: id });
export const oneTransactionOutput = z.object({ transaction: walletTransaction });

export const balanceHistoryInput = z
  .object({ range: z.enum(["week", "month", "year", "all"]).default("month") })
  .prefault({});

/**
 * Both amounts mean the same, because 1 SOL is 1 BBUX. One is enough; if both are given they must agree
 * (docs/DECISIONS.md §6).
 */
export const depositInput = z
  .object({ amount: depositAmount.optional(), solAmount: depositAmount.optional() })
  .transform(({ amount, solAmount }, ctx) => {
    const given = amount ?? solAmount;
    if (given === undefined) {
      ctx.addIssue({ code: "custom", path: ["amount"], message: "Amount is required" });
      return z.NEVER;
    }
    if (amount !== undefined && solAmount !== undefined && amount !== solAmount) {
      ctx.addIssue({
        code: "custom",
        path: ["solAmount"],
        message: "amount and solAmount must be equal: 1 SOL is 1 BBUX",
      });
      return z.NEVER;
    }
    return { amount: given };
  });
export const depositOutput = z
  .object({ success: z.literal(true), message: z.string(), transactionId: idOut, transaction: walletTransaction })
  .meta({ id: "DepositRequested" });

export const withdrawInput = z.object({
  amount: withdrawalAmount,
  destinationAddress: address.optional(),
  maxFee: maxFeeInput,
});
export const withdrawOutput = z
  .object({
    success: z.literal(true),
    message: z.string(),
    transactionId: idOut,
    fee: amountAsString,
    netAmount: amountAsString,
    transaction: walletTransaction,
  })
  .meta({ id: "WithdrawalRequested" });

/** The action determines which amounts are allowed. */
export const walletActionInput = z.object({
  action: z.string().max(40).meta({ description: "deposit or withdraw" }),
  amount: amountInput({ min: WALLET.deposit.min, max: 9_999_999_999n * 1_000_000_000n }),
  destinationAddress: address.optional(),
  maxFee: maxFeeInput,
});
export const walletActionOutput = z
  .object({
    success: z.literal(true),
    message: z.string(),
    transactionId: idOut,
    fee: amountAsString.optional(),
    netAmount: amountAsString.optional(),
    transaction: walletTransaction,
  })
  .meta({ id: "WalletActionDone" });

export const confirmDirectInput = z.object({
  amount: depositAmount.optional().meta({ description: "What the sender believes; what is credited is what arrived" }),
  signature,
  destinationAddress: address.meta({ description: "The caller's platformAddress" }),
});
export const confirmDepositInput = z.object({
  transactionId: z.string().max(64).optional().meta({ description: "Of the deposit request; blank is allowed" }),
  signature,
});
export const confirmDepositOutput = z
  .object({
    success: z.literal(true),
    status: z.enum(["pending", "completed"]).meta({ description: "pending comes with 202" }),
    message: z.string(),
    bbuxAmount: amountAsString.nullable().meta({ description: "What was credited; null while pending" }),
    transactionId: idOut.nullable(),
  })
  .meta({ id: "DepositConfirmed" });

export const processWithdrawalInput = z.object({ transactionId: id });
export const processWithdrawalOutput = z
  .object({
    success: z.boolean().meta({ description: "false when it failed" }),
    status: transactionStatus.meta({ description: "pending comes with 202" }),
    refunded: z.boolean().meta({ description: "Whether amount and fee are back in the balance" }),
    message: z.string(),
    signature: z.string().nullable(),
    transaction: walletTransaction,
  })
  .meta({ id: "WithdrawalState" });

export const cancelWithdrawalInput = z.object({ transactionId: id });
export const cancelWithdrawalOutput = z.object({ success: z.literal(true), transaction: walletTransaction });

export const blockhashOutput = z
  .object({
    success: z.literal(true),
    blockhash: z.string(),
    lastValidBlockHeight: z.int(),
    error: z.string().optional().meta({ description: "Only in failures" }),
  })
  .meta({ id: "RecentBlockhash" });

export const sendTransactionInput = z.object({
  serializedTransaction: z
    .array(z.int().min(0).max(255))
    .min(1)
    .max(WALLET.transactionBytes, `A transaction has at most ${WALLET.transactionBytes} bytes`)
    .meta({ description: "The bytes of a fully signed transaction to the caller's platformAddress" }),
});
export const sendTransactionOutput = z
  .object({
    success: z.literal(true),
    signature: z.string(),
    error: z.string().optional().meta({ description: "Only in failures" }),
    details: z.string().optional().meta({ description: "Only in failures" }),
  })
  .meta({ id: "TransactionSent" });

export const withdrawalAddressInput = z.object({
  address: address.nullable().meta({ description: "null forgets it" }),
});
export const withdrawalAddressOutput = z.object({ success: z.literal(true), withdrawalAddress: z.string().nullable() });
