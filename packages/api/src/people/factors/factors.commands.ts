import type { beginTotpOutput, recoveryCodesOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { hashSecret, markProved } from "../../platform/proofs/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { endOtherFamilies, type Rotated, requireAnsweredAddress, rotateSession, sessionsEnded } from "../auth/index.ts";
import { requireWayIn } from "../logins/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import {
  countCode,
  factorsOf,
  firstRecoveryCodes,
  lockCaller,
  lockMember,
  newTotpSecret,
  replaceRecoveryCodes,
  storeTotp,
  takeTotp,
  totpUri,
  voidWrongCodes,
} from "../second-factor/index.ts";
import { holdForNewFactor, holdWithdrawals, lockPayouts } from "../security-holds/index.ts";

type RecoveryCodes = z.infer<typeof recoveryCodesOutput>;

/**
 * Begins to set up an authenticator app, from scratch if the member has begun before. It counts once a code confirms it.
 * @throws AppError SECOND_FACTOR_EXISTS
 */
export async function beginTotp(ctx: MemberContext): Promise<z.infer<typeof beginTotpOutput>> {
  const { id: userId, username } = ctx.viewer;
  const secret = newTotpSecret();
  await ctx.db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    if (await hasApp(trx, userId)) throw new AppError("SECOND_FACTOR_EXISTS");
    await trx.deleteFrom("factors").where("user_id", "=", userId).where("confirmed_at", "is", null).execute();
    await storeTotp(trx, ctx, { userId, secret, confirmedAt: null });
  });
  return { secret, uri: totpUri(secret, username, (await ctx.brand.current()).name) };
}

/** Whether the member has an authenticator app, also a suspended one. */
async function hasApp(trx: Transaction<DB>, userId: string): Promise<boolean> {
  const app = await trx
    .selectFrom("factors")
    .select("id")
    .where("user_id", "=", userId)
    .where("kind", "=", "totp")
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return app !== undefined;
}

/**
 * Confirms the app with a code of it, which also is a fresh proof for this session. Other sessions' passwords no longer are.
 * @returns the recovery codes, this once; none if the member has some already
 * @throws AppError NO_SECOND_FACTOR before {@link beginTotp}, SECOND_FACTOR_WRONG, EMAIL_UNVERIFIED of an address that
 * an operator has set, RATE_LIMITED
 */
export async function confirmTotp(ctx: MemberContext, code: string): Promise<RecoveryCodes> {
  const { id: userId } = ctx.viewer;
  const attempt = await countCode(ctx, code, { userId, own: `session:${ctx.session.familyId}` });
  const at = await ctx.databaseNow();
  const recoveryCodes = await withEffects(ctx, async (trx, effects) => {
    await lockPayouts(trx, userId);
    await lockMember(trx, userId);
    await requireAnsweredAddress(trx, ctx, userId);
    await requirePending(trx, userId);
    const id = await takeTotp(trx, ctx, { userId, code: code.replace(/\s/g, ""), at }, "pending");
    if (id === null) throw new AppError("SECOND_FACTOR_WRONG");
    await holdForNewFactor(trx, ctx, { member: userId, session: hashSecret(ctx.session.token) });
    await trx.updateTable("factors").set({ confirmed_at: sql<Date>`clock_timestamp()` }).where("id", "=", id).execute();
    await markProved(trx, ctx.session, "totp");
    await voidWrongCodes(trx, userId);
    const event = { member: userId, kind: "factor_added", from: ctx, details: { added: id }, at: ctx.now() } as const;
    await recordSecurityEvent(trx, effects, event);
    return firstRecoveryCodes(trx, userId);
  });
  await mailSoon(ctx);
  await attempt.takeBack();
  return { success: true, recoveryCodes };
}

async function requirePending(trx: Transaction<DB>, userId: string): Promise<void> {
  const pending = await trx
    .selectFrom("factors")
    .select("id")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  if (!pending) throw new AppError("NO_SECOND_FACTOR");
}

/**
 * Removes a second factor, and with the last one the recovery codes, and ends the other sessions: who has the passkey may be signed in
 * with it.
 * @throws AppError NOT_FOUND, LAST_WAY_IN
 */
export async function removeFactor(ctx: MemberContext, id: string): Promise<Rotated<{ success: true }>> {
  const { id: userId } = ctx.viewer;
  const next = await withEffects(ctx, async (trx, effects) => {
    await holdWithdrawals(trx, ctx, { member: userId, cause: "factor_removed" });
    await lockCaller(trx, ctx);
    const removed = await trx
      .deleteFrom("factors")
      .where(sql<boolean>`id::text = ${id}`)
      .where("user_id", "=", userId)
      .where("confirmed_at", "is not", null)
      .returning("id")
      .executeTakeFirst();
    if (!removed) throw new AppError("NOT_FOUND", { message: "You have no such second factor" });
    await requireWayIn(trx, ctx, userId);
    if ((await factorsOf(trx, userId)).length === 0) {
      await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
    }
    const session = await rotateSession(trx, ctx, () => endOtherFamilies(trx, userId, null));
    await recordSecurityEvent(trx, effects, { member: userId, kind: "factor_removed", from: ctx, at: ctx.now() });
    return session;
  });
  await mailSoon(ctx);
  sessionsEnded(ctx, userId);
  return { next, answer: { success: true } };
}

/** Gives the member new recovery codes; the earlier ones no longer work. @throws AppError NO_SECOND_FACTOR */
export async function regenerateRecoveryCodes(ctx: MemberContext): Promise<RecoveryCodes> {
  const { id: userId } = ctx.viewer;
  const recoveryCodes = await withEffects(ctx, async (trx, effects) => {
    await lockCaller(trx, ctx);
    if ((await factorsOf(trx, userId)).length === 0) throw new AppError("NO_SECOND_FACTOR");
    await recordSecurityEvent(trx, effects, { member: userId, kind: "recovery_codes_made", from: ctx, at: ctx.now() });
    return replaceRecoveryCodes(trx, userId);
  });
  await mailSoon(ctx);
  return { success: true, recoveryCodes };
}
