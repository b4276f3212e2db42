import { type PasskeyAssertion, SECOND_FACTOR, type stepUpInput, type WalletProof } from "@bbux/contract";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { markProved } from "../../platform/proofs/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { signedToSignIn, useAccount, useWallet } from "../logins/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import { confirmPassword, requireSamePassword, triesKey } from "../password-check/index.ts";
import { lockMember, requireCodeIfNeeded, tryCode, usePasskey } from "../second-factor/index.ts";

const NOT_LINKED = "This isn't linked to your account. Use one that is.";

type Done = { readonly success: true };

/**
 * Proves for this session, and no other, who its member is (docs/adr/0036).
 * @throws AppError WRONG_PASSWORD; SECOND_FACTOR_REQUIRED for the password, wallet, or account at a provider of a member who has a second factor; SECOND_FACTOR_WRONG; SECOND_FACTOR_LOCKED;
 *   NO_SECOND_FACTOR; PASSKEY_REFUSED for another member's, too; WALLET_REFUSED; WALLET_UNKNOWN; WAY_IN_SUSPENDED; OPENID_REFUSED; OPENID_STALE;
 *   OPENID_UNKNOWN; RATE_LIMITED
 */
export function stepUp(ctx: MemberContext, given: z.infer<typeof stepUpInput>): Promise<Done> {
  const { password, code, passkey, wallet, openId } = given;
  if (passkey !== undefined) return byPasskey(ctx, passkey);
  if (wallet !== undefined) return byWallet(ctx, wallet);
  if (openId !== undefined) return byAccount(ctx, openId);
  return password === undefined ? byCode(ctx, code ?? "") : byPassword(ctx, password);
}

async function byPasskey(ctx: MemberContext, passkey: PasskeyAssertion): Promise<Done> {
  const at = await ctx.databaseNow();
  await ctx.db.transaction().execute(async (trx) => {
    const owner = await usePasskey(trx, ctx, { passkey, at });
    if (owner !== ctx.viewer.id) throw new AppError("PASSKEY_REFUSED");
    await markProved(trx, ctx.session, "passkey");
  });
  return { success: true };
}

async function byWallet(ctx: MemberContext, wallet: WalletProof): Promise<Done> {
  const { id: userId } = ctx.viewer;
  const signed = signedToSignIn(ctx, wallet);
  const at = await ctx.databaseNow();
  await ctx.db.transaction().execute(async (trx) => {
    await useWallet(trx, ctx, { userId, signed, at }).catch((error: unknown) => {
      throw notLinked(error);
    });
    await requireCodeIfNeeded(trx, ctx, { userId, code: undefined, at });
    await markProved(trx, ctx.session, "wallet");
  });
  return { success: true };
}

/** With a proof for which the provider was asked to prompt again, so that a browser which is signed in there isn't enough. */
async function byAccount(ctx: MemberContext, proof: string): Promise<Done> {
  const { id: userId } = ctx.viewer;
  const at = await ctx.databaseNow();
  await ctx.db.transaction().execute(async (trx) => {
    const { again, provedAt } = await useAccount(trx, ctx, { userId, proof, at }).catch((error: unknown) => {
      throw notLinked(error);
    });
    const isOld = provedAt.getTime() < at.getTime() - SECOND_FACTOR.proofMinutes * 60_000;
    if (!again || isOld) throw new AppError("OPENID_STALE");
    await requireCodeIfNeeded(trx, ctx, { userId, code: undefined, at });
    await markProved(trx, ctx.session, "openid");
  });
  return { success: true };
}

/** The caller has an account here already, so the refusal doesn't suggest opening one. */
function notLinked(error: unknown): unknown {
  const isOthers = error instanceof AppError && (error.code === "WALLET_UNKNOWN" || error.code === "OPENID_UNKNOWN");
  return isOthers ? new AppError(error.code, { message: NOT_LINKED }) : error;
}

async function byPassword(ctx: MemberContext, password: string): Promise<Done> {
  const { id: userId } = ctx.viewer;
  const passwordHash = await confirmPassword(ctx, password);
  const at = await ctx.databaseNow();
  await ctx.db.transaction().execute(async (trx) => {
    await requireSamePassword(trx, userId, passwordHash);
    await requireCodeIfNeeded(trx, ctx, { userId, code: undefined, at });
    await markProved(trx, ctx.session, "password");
  });
  await ctx.giveBack("signIn", triesKey(ctx));
  return { success: true };
}

async function byCode(ctx: MemberContext, code: string): Promise<Done> {
  const { id: userId } = ctx.viewer;
  const at = await ctx.databaseNow();
  const use = () =>
    withEffects(ctx, async (trx, effects) => {
      await lockMember(trx, userId);
      const proof = await requireCodeIfNeeded(trx, ctx, { userId, code, at });
      if (proof === null) throw new AppError("NO_SECOND_FACTOR");
      await markProved(trx, ctx.session, proof);
      const usedCode = proof === "recovery_code";
      if (usedCode) {
        await recordSecurityEvent(trx, effects, {
          member: userId,
          kind: "recovery_code_used",
          from: ctx,
          at: ctx.now(),
        });
      }
      return usedCode;
    });
  const isTold = await tryCode(ctx, { userId, code, own: triesKey(ctx) }, use);
  if (isTold) await mailSoon(ctx);
  return { success: true };
}
