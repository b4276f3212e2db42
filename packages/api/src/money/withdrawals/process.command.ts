import { processWithdrawalOutput, toDbId, WITHDRAWAL_DELAYS, WITHDRAWAL_STAGES } from "@bbux/contract";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { remembered } from "../../platform/transactions/index.ts";
import { getTransaction } from "../statement/index.ts";

type State = z.infer<typeof processWithdrawalOutput>;

/**
 * Wakes the workers, which process every withdrawal anyway, and returns its state. Calling it twice pays once
 * (docs/FAULTS.md).
 * @throws AppError NOT_FOUND for a withdrawal that isn't the caller's
 */
export async function processWithdrawal(ctx: MemberContext, transactionId: string): Promise<State> {
  return remembered(ctx, {
    call: "wallet.processWithdrawal",
    input: { transactionId },
    output: processWithdrawalOutput,
    keep: ({ status }) => status !== "pending",
    run: () => stateOf(ctx, transactionId),
  });
}

async function stateOf(ctx: MemberContext, transactionId: string): Promise<State> {
  const id = toDbId(transactionId);
  const row =
    id === null
      ? undefined
      : await ctx.db
          .selectFrom("withdrawals")
          .select("state")
          .where("id", "=", id)
          .where("user_id", "=", ctx.viewer.id)
          .executeTakeFirst();
  if (!row || id === null) throw new AppError("NOT_FOUND");
  const transaction = await getTransaction(ctx.db, ctx.viewer.id, id);
  const signature = transaction.txHash ?? null;
  if (row.state === "FINALIZED") {
    return {
      success: true,
      status: "completed",
      refunded: false,
      message: "Withdrawal completed",
      signature,
      transaction,
    };
  }
  if (row.state === "REFUNDED") {
    const message = "Withdrawal failed. Your BBUX was refunded.";
    return { success: false, status: "failed", refunded: true, message, signature, transaction };
  }
  await ctx.enqueue("withdrawals", {});
  const stage = transaction.withdrawal?.stage;
  const message =
    stage && WITHDRAWAL_DELAYS.includes(stage)
      ? WITHDRAWAL_STAGES[stage]
      : "Your withdrawal was sent. It will be final in a moment.";
  return { success: true, status: "pending", refunded: false, message, signature, transaction };
}
