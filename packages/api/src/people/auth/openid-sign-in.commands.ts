import type { ErrorCode, openIdLoginInput, openIdProvidersOutput } from "@bbux/contract";
import type { z } from "zod";
import type { Context } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { ownerOfAccount, returnFromOpenId, startOpenId, TO_USE, useAccount } from "../logins/index.ts";
import { countKeyAttempt } from "./auth.limits.ts";
import type { Door, SignedIn } from "./enter.ts";
import { enterByLogin } from "./enter-by-login.ts";

/** Lists the providers that members can sign in with. */
export const listOpenIdProviders = ({ openIdProviders }: Context): z.infer<typeof openIdProvidersOutput> => ({
  providers: openIdProviders.map(({ id, name }) => ({ id, name })),
});

/**
 * Sends a browser to a provider, to sign in, to open an account, or, with `again`, to confirm who its member is.
 * @throws AppError NOT_FOUND, PROVIDER_UNAVAILABLE
 */
export async function startOpenIdSignIn(
  ctx: Context,
  input: { readonly provider: string; readonly again: boolean },
): ReturnType<typeof startOpenId> {
  return startOpenId(ctx, { ...input, purpose: TO_USE, at: await ctx.databaseNow() });
}

/**
 * Takes what the provider has sent the browser back with.
 * @throws AppError RATE_LIMITED, OPENID_REFUSED, OPENID_CANCELED, OPENID_STALE, PROVIDER_UNAVAILABLE
 */
export async function comeBackFromOpenId(
  ctx: Context,
  input: { readonly provider: string; readonly flow: string; readonly answer: string },
): ReturnType<typeof returnFromOpenId> {
  const attempt = await countKeyAttempt(ctx);
  const at = await ctx.databaseNow();
  const back = await returnFromOpenId(ctx.db, ctx, { ...input, at }).catch(async (error: unknown) => {
    // A provider that is away, or where the member changed their mind, keeps nobody from signing in another way.
    if (isOneOf(error, "PROVIDER_UNAVAILABLE", "OPENID_STALE", "OPENID_CANCELED")) await attempt.takeBack();
    throw error;
  });
  await attempt.takeBack();
  return back;
}

/**
 * Signs in with a linked account at a provider instead of the password (docs/adr/0046).
 * @throws AppError RATE_LIMITED, OPENID_REFUSED, OPENID_UNKNOWN, WAY_IN_SUSPENDED; of a member with a second factor, SECOND_FACTOR_REQUIRED, after which the
 * same proof can be sent again with the code, and SECOND_FACTOR_WRONG and SECOND_FACTOR_LOCKED
 */
export async function openIdLogin<Answer>(
  ctx: Context,
  { proof, code }: z.infer<typeof openIdLoginInput>,
  door: Door<Answer>,
): Promise<SignedIn<Answer>> {
  const attempt = await countKeyAttempt(ctx);
  const at = await ctx.databaseNow();
  const { userId, provedAt } = await ownerOfAccount(ctx.db, ctx, { proof, at }).catch(async (error: unknown) => {
    // Signing up begins with it.
    if (isOneOf(error, "OPENID_UNKNOWN")) await attempt.takeBack();
    throw error;
  });
  return enterByLogin(ctx, door, attempt, {
    userId,
    by: "openid",
    code,
    at,
    provedAt,
    use: (trx) => useAccount(trx, ctx, { userId, proof, at }),
  });
}

const isOneOf = (error: unknown, ...codes: readonly ErrorCode[]): boolean =>
  error instanceof AppError && codes.includes(error.code);
