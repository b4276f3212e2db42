import { amountProblem, WALLET, type walletActionInput, type walletActionOutput } from "@bbux/contract";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { AppError, invalidField } from "../../errors.ts";
import { demandViewer } from "../../viewer.ts";
import { requestDeposit } from "../deposits/request.command.ts";
import { withdraw } from "../withdrawals/withdraw.command.ts";

/**
 * The screens' one call for both: a request for a manual deposit, or a withdrawal.
 * @throws AppError BAD_REQUEST for another action, and whatever the two throw
 */
export async function walletAction(
  ctx: MemberContext,
  { action, amount, destinationAddress }: z.infer<typeof walletActionInput>,
): Promise<z.infer<typeof walletActionOutput>> {
  if (action === "withdraw") return withdraw(ctx, { amount, destinationAddress });
  if (action !== "deposit") throw new AppError("BAD_REQUEST", { message: "Invalid action" });
  // A suspended member may take money out, and bring none in.
  demandViewer(ctx, "member");
  const problem = amountProblem(amount, WALLET.deposit);
  if (problem !== null) throw invalidField("amount", problem);
  return requestDeposit(ctx, { amount });
}
