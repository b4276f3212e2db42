import type { walletLoginInput, walletOptionsOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { Context } from "../../platform/context/index.ts";
import { ownerOfWallet, signedToSignIn, TO_SIGN_IN, useWallet, walletRequest } from "../logins/index.ts";
import { countKeyAttempt } from "./auth.limits.ts";
import type { Door, SignedIn } from "./enter.ts";
import { enterByLogin } from "./enter-by-login.ts";

/** What a wallet has to sign to sign in, to open an account, or to confirm who its member is. */
export async function walletSignInOptions(ctx: Context): Promise<z.infer<typeof walletOptionsOutput>> {
  return { request: walletRequest(ctx, TO_SIGN_IN, await ctx.databaseNow()) };
}

/**
 * Signs in with a linked wallet instead of the password (docs/adr/0044).
 * @throws AppError RATE_LIMITED, WALLET_REFUSED, WALLET_UNKNOWN, WAY_IN_SUSPENDED; of a member with a second factor, SECOND_FACTOR_REQUIRED, after which the
 * same signature can be sent again with the code, and SECOND_FACTOR_WRONG and SECOND_FACTOR_LOCKED
 */
export async function walletLogin<Answer>(
  ctx: Context,
  { wallet, code }: z.infer<typeof walletLoginInput>,
  door: Door<Answer>,
): Promise<SignedIn<Answer>> {
  const attempt = await countKeyAttempt(ctx);
  const signed = signedToSignIn(ctx, wallet);
  const at = await ctx.databaseNow();
  const userId = await ownerOfWallet(ctx.db, ctx, { signed, at });
  const use = (trx: Transaction<DB>) => useWallet(trx, ctx, { userId, signed, at });
  return enterByLogin(ctx, door, attempt, { userId, by: "wallet", code, at, use });
}
