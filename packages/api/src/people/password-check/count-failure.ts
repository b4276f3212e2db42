import type { Context } from "../../platform/context/index.ts";
import { hashSecret } from "../../platform/proofs/index.ts";

/**
 * Counts a wrong password or code of an account. From a number on, its owner hears of it, by a job, so that the response takes as long for
 * an address without an account.
 */
export async function countFailure(ctx: Pick<Context, "tryConsume" | "enqueue">, email: string): Promise<void> {
  if (await ctx.tryConsume("failedSignIns", accountKey(email))) return;
  // A wrong one stays wrong, even if nothing can be queued.
  await ctx.enqueue("failed-sign-ins", { email }).catch(() => undefined);
}

/** The key of an account for limits, however its address is spelled, and without telling which. */
export function accountKey(email: string): string {
  return hashSecret(email.toLowerCase()).toString("base64url");
}
