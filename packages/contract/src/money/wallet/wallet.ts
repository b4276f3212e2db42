import { z } from "zod";
import { amountAsNumber, amountAsString } from "../../platform/amounts.ts";
import { idOut, time } from "../../platform/ids.ts";
import { creditApprovals } from "../credit-approvals.ts";
import { HOLD_CAUSES, type HoldCause } from "./holds.messages.ts";
import { TRANSACTION_STATUSES } from "./transactions.rules.ts";
import { DEPOSIT_WAITS, type DepositWait, WITHDRAWAL_STAGES, type WithdrawalStage } from "./wallet.messages.ts";

export const transactionStatus = z.enum(TRANSACTION_STATUSES);

/** A base58 address. */
export const addressOut = z.string().meta({ example: "4Nd1mYQzv4r1qbm6aVbbqQGTrbQ8W1yJ6v2u1qB7w9Zp" });

const stages = Object.keys(WITHDRAWAL_STAGES) as [WithdrawalStage, ...WithdrawalStage[]];
const causes = Object.keys(HOLD_CAUSES) as [HoldCause, ...HoldCause[]];
/** Where a withdrawal is; `WITHDRAWAL_STAGES` says it in words. */
export const withdrawalProgress = z
  .object({
    stage: z.enum(stages).meta({
      description:
        "requested, signed and sent take a minute; held, approval, limit, hot_wallet, float, nonce, signer, stopped, books and congestion say why it takes longer; canceling, paid, returned",
    }),
    until: time.nullable().meta({
      description: "If it isn't approved, or final, by then, it is given back; one that is held goes on then",
    }),
    reason: z.string().nullable().meta({ description: "Why it is, or is being, given back" }),
    held: z
      .object({
        reason: z.literal("HELD_SECURITY"),
        cause: z.enum(causes).meta({ description: "What it is held for; see `HOLD_CAUSES`" }),
        until: time.nullable().meta({ description: "null while the account is frozen" }),
      })
      .optional()
      .meta({ description: "Only while it is held for the member's security. It may be canceled." }),
  })
  .meta({ id: "WithdrawalProgress" });
export type WithdrawalProgress = z.infer<typeof withdrawalProgress>;

/**
 * One row of a member's statement: a change of their balance, or a deposit that is awaited or never arrived. It has the
 * fields of every documented form of a transaction.
 */
export const walletTransaction = z
  .object({
    id: idOut,
    transactionId: idOut.meta({ description: "What confirm-deposit and process-withdrawal take" }),
    userId: idOut,
    type: z.string().meta({ description: "direct_deposit, manual_deposit, withdrawal, bounty, reward, refund, …" }),
    kind: z.enum(["deposit", "withdrawal", "bounty", "reward"]).meta({ description: "The type in four words" }),
    category: z
      .enum(["earn", "spend", "stake", "unstake", "reward"])
      .meta({ description: "The type from the member's side" }),
    amount: amountAsString.meta({ description: "Signed: what came in is positive, what went out negative" }),
    solAmount: amountAsString.optional().meta({ description: "SOL that came in or goes out" }),
    fee: amountAsString.optional().meta({ description: "Of a withdrawal, within its amount" }),
    netAmount: amountAsString.optional().meta({ description: "Of a withdrawal: what arrives" }),
    balanceAfter: amountAsString.nullable().meta({ description: "null for what has not moved the balance" }),
    status: transactionStatus,
    txHash: z.string().optional().meta({ description: "Signature on Solana, base58" }),
    destinationAddress: addressOut.optional(),
    withdrawal: withdrawalProgress.optional().meta({ description: "Only of a withdrawal" }),
    description: z.string(),
    metadata: z.string().meta({
      description:
        "JSON text; `action` says what was done. For a bounty also `post` and `title`, the question, and, when it is placed, `fee`, which `amount` includes",
      example: '{"action":"deposit"}',
    }),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: "WalletTransaction" });
export type WalletTransaction = z.infer<typeof walletTransaction>;

const waits = Object.keys(DEPOSIT_WAITS) as [DepositWait, ...DepositWait[]];
export const depositWait = z.enum(waits).meta({
  description:
    "second_node: another node has to confirm it; nodes_disagree: two nodes differ; approval: an admin has to",
});

/** A deposit that arrived and isn't credited yet (docs/adr/0021). */
export const waitingDeposit = z
  .object({
    id: idOut,
    username: z.string(),
    address: addressOut,
    signature: z.string(),
    amount: amountAsString,
    reason: depositWait,
    since: time,
    ...creditApprovals.shape,
  })
  .meta({ id: "WaitingDeposit" });
export type WaitingDeposit = z.infer<typeof waitingDeposit>;
export const listWaitingOutput = z.object({ deposits: z.array(waitingDeposit) });

/** A large withdrawal that waits for the approval of two admins (docs/adr/0025). */
export const waitingWithdrawal = z
  .object({
    id: idOut,
    username: z.string(),
    amount: amountAsString.meta({ description: "Fee included" }),
    netAmount: amountAsString.meta({ description: "What arrives at the destination" }),
    dayAmount: amountAsString.meta({
      description: "What the member had requested within 24 hours, this included, when it was requested",
    }),
    destination: addressOut,
    paidBefore: z.int().meta({ description: "Withdrawals of the member that arrived at this destination" }),
    since: time,
    until: time.meta({ description: "It is given back if it isn't approved by then" }),
    approvals: z.array(
      z.object({
        username: z.string(),
        reason: z.string(),
        at: time,
        counts: z.boolean().meta({
          description:
            "false if its author is suspended, hasn't been an admin for 72 hours, or has a hold on their withdrawals; if all of their sign-ins were ended since, as by a new password; or if the author shares a browser with the member or an earlier approver",
        }),
      }),
    ),
    own: z.boolean().meta({
      description: "The caller withdraws it, or an account in the caller's browser, and so can't decide about it",
    }),
    approved: z.boolean().meta({ description: "The caller has approved it, or an account in the caller's browser" }),
  })
  .meta({ id: "WaitingWithdrawal" });
export type WaitingWithdrawal = z.infer<typeof waitingWithdrawal>;
export const listUnapprovedOutput = z.object({ withdrawals: z.array(waitingWithdrawal) });

/** A member's wallet. `virtualBalance`, `balance` and `bbuxBalance` are what is available (docs/DECISIONS.md §6). */
export const wallet = z
  .object({
    virtualBalance: amountAsNumber,
    balance: amountAsNumber,
    bbuxBalance: amountAsString,
    solBalance: amountAsString.meta({ description: "Confirmed SOL at the deposit address that is not swept yet" }),
    arriving: amountAsString.meta({ description: "The part of it that is not credited yet" }),
    totalEarned: amountAsString.meta({ description: "Bounties won and staking rewards" }),
    totalSpent: amountAsString,
    inEscrow: amountAsString.meta({ description: "In bounties of one's own that are not settled" }),
    staked: amountAsString.meta({ description: "Set aside to vote with and be rewarded for" }),
    onItsWay: amountAsString.meta({ description: "In withdrawals that are not final" }),
    platformAddress: addressOut.meta({ description: "The caller's own deposit address" }),
    address: addressOut,
    solanaAddress: addressOut,
    withdrawalAddress: addressOut.nullable().meta({ description: "Where withdrawals go that name no other" }),
    withdrawals: z.object({
      stopped: z.boolean().meta({ description: "The operator has stopped payments; requests are kept and paid later" }),
      dailyLimit: amountAsString.meta({ description: "Most that may be withdrawn in 24 hours" }),
      dailyLeft: amountAsString,
    }),
    waiting: z
      .array(waitingDeposit.pick({ id: true, signature: true, amount: true, reason: true, since: true }))
      .meta({ description: "Deposits that arrived and wait to be credited" }),
    transactions: z.array(walletTransaction).meta({ description: "The five latest" }),
  })
  .meta({ id: "Wallet" });
export type Wallet = z.infer<typeof wallet>;

/** Which chain this is, for signing and for links. */
export const walletNetwork = z
  .object({
    cluster: z.enum(["local", "mainnet-beta", "devnet", "testnet", "custom"]),
    local: z.boolean().meta({ description: "The chain that comes with the platform: its SOL is worth nothing" }),
    explorerTransaction: z
      .string()
      .nullable()
      .meta({ description: "Address of a transaction's page, `{signature}` to be replaced" }),
    explorerAddress: z.string().nullable().meta({ description: "Likewise of an address, `{address}`" }),
  })
  .meta({ id: "WalletNetwork" });
export type WalletNetwork = z.infer<typeof walletNetwork>;

/** The balance at the start of the range and after each day on which it changed. */
export const balanceHistory = z
  .object({
    points: z.array(z.object({ at: time, balance: amountAsString })).meta({
      description: "Oldest first; the first is the balance at the beginning of the range, the last that of now",
    }),
  })
  .meta({ id: "BalanceHistory" });
