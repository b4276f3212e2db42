import { amountProblem, WALLET, type walletActionInput, type walletActionOutput } from "@bbux/contract";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, invalidField } from "../../platform/errors/errors.ts";
import { requestDeposit } from "../deposits/index.ts";
import { withdraw } from "../withdrawals/index.ts";

/**
 * Serves the screens, which use one call for a manual deposit request and a withdrawal.
 * @throws AppError BAD_REQUEST for another action, and the errors of both commands
 */
export async function walletAction(
  ctx: MemberContext,
  { action, amount, destinationAddress, maxFee }: z.infer<typeof walletActionInput>,
): Promise<z.infer<typeof walletActionOutput>> {
  if (action === "withdraw") return withdraw(ctx, { amount, destinationAddress, maxFee });
  if (action !== "deposit") throw new AppError("BAD_REQUEST", { message: "Invalid action" });
  // A suspended member may withdraw but not deposit.
  if (ctx.viewer.suspended) throw new AppError("ACCOUNT_SUSPENDED");
  const problem = amountProblem(amount, WALLET.deposit);
  if (problem !== null) throw invalidField("amount", problem);
  return requestDeposit(ctx, { amount });
}
