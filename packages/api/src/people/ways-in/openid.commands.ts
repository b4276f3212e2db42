import type { linkOpenIdInput, linkOpenIdStartInput } from "@bbux/contract";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { linkAccountTo, startOpenId, toLinkAccount } from "../logins/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import { lockCaller } from "../second-factor/index.ts";

/**
 * Sends the caller's browser to a provider, which is to ask who they are again: the browser may be signed in there for somebody else.
 * @throws AppError NOT_FOUND, PROVIDER_UNAVAILABLE
 */
export async function startOpenIdLink(
  ctx: MemberContext,
  { provider }: z.infer<typeof linkOpenIdStartInput>,
): ReturnType<typeof startOpenId> {
  return startOpenId(ctx, {
    provider,
    again: true,
    purpose: toLinkAccount(ctx.viewer.id),
    at: await ctx.databaseNow(),
  });
}

/**
 * Links an account at a provider to the caller's account, which it signs in to from now on.
 * @throws AppError OPENID_REFUSED, LOGIN_EXISTS, LOGIN_TAKEN, TOO_MANY_LOGINS
 */
export async function linkOpenId(
  ctx: MemberContext,
  { proof }: z.infer<typeof linkOpenIdInput>,
): Promise<{ readonly success: true }> {
  const { id: userId } = ctx.viewer;
  const at = await ctx.databaseNow();
  await withEffects(ctx, async (trx, effects) => {
    await lockCaller(trx, ctx);
    const { id: added, login } = await linkAccountTo(trx, ctx, { userId, proof, at, purpose: toLinkAccount(userId) });
    const details = { login, added };
    await recordSecurityEvent(trx, effects, { member: userId, kind: "login_added", from: ctx, at: ctx.now(), details });
  });
  await mailSoon(ctx);
  return { success: true };
}
