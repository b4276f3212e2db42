import { processWithdrawalOutput, toDbId } from "@bbux/contract";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { remembered } from "../../idempotency.ts";
import { getTransaction } from "../wallet/transactions.query.ts";

type State = z.infer<typeof processWithdrawalOutput>;

/**
 * Nudges the workers, who take every withdrawal anyway, and says how it stands. Calling it twice pays once (FAULTS).
 * @throws AppError NOT_FOUND for a withdrawal that is not the caller's
 */
export async function processWithdrawal(ctx: MemberContext, transactionId: string): Promise<State> {
  const answer = await remembered(ctx, {
    call: "wallet.processWithdrawal",
    input: { transactionId },
    output: processWithdrawalOutput,
    keep: ({ status }) => status !== "pending",
    run: () => stateOf(ctx, transactionId),
  });
  if (answer.status === "pending") ctx.setAccepted();
  return answer;
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
  const message = "Your withdrawal is on its way. It is final in a moment.";
  return { success: true, status: "pending", refunded: false, message, signature, transaction };
}
