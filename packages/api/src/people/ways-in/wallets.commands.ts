import type { linkWalletInput, walletOptionsOutput } from "@bbux/contract";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { linkWalletTo, toLink, walletRequest } from "../logins/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import { lockCaller } from "../second-factor/index.ts";

type Done = { readonly success: true };

/** What a wallet has to sign to be linked to the caller's account. */
export async function walletLinkOptions(ctx: MemberContext): Promise<z.infer<typeof walletOptionsOutput>> {
  const { id, username } = ctx.viewer;
  return { request: walletRequest(ctx, toLink(id, username), await ctx.databaseNow()) };
}

/**
 * Links a wallet to the caller's account, which it signs in to from now on.
 * @throws AppError WALLET_REFUSED, LOGIN_EXISTS, LOGIN_TAKEN, TOO_MANY_LOGINS
 */
export async function linkWallet(ctx: MemberContext, { name, wallet }: z.infer<typeof linkWalletInput>): Promise<Done> {
  const { id: userId, username } = ctx.viewer;
  const at = await ctx.databaseNow();
  await withEffects(ctx, async (trx, effects) => {
    await lockCaller(trx, ctx);
    const added = await linkWalletTo(trx, ctx, { userId, name, wallet, at, subject: toLink(userId, username) });
    const details = { login: `wallet ${wallet.address}`, added };
    await recordSecurityEvent(trx, effects, { member: userId, kind: "login_added", from: ctx, at: ctx.now(), details });
  });
  await mailSoon(ctx);
  return { success: true };
}
