import type { removePasswordInput, setPasswordInput } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import {
  endAccess,
  ownerOf,
  type Rotated,
  requireAnsweredAddress,
  requireGoodPassword,
  rotateSession,
  sessionsEnded,
} from "../auth/index.ts";
import { requireWayIn } from "../logins/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import { confirmPassword, requireSamePassword, triesKey } from "../password-check/index.ts";
import { lockCaller } from "../second-factor/index.ts";

type Done = { success: true; message: string };

/**
 * Gives the caller, who has none, a password.
 * @throws AppError one of PASSWORD_CODES, PASSWORD_EXISTS, RATE_LIMITED
 */
export async function setPassword(
  ctx: MemberContext,
  { newPassword }: z.infer<typeof setPasswordInput>,
): Promise<Done> {
  const { id: member } = ctx.viewer;
  await ctx.consume("signIn", triesKey(ctx));
  await requireNoPassword(ctx, member);
  await requireGoodPassword(ctx, "newPassword", newPassword, await ownerOf(ctx.db, member));
  const hash = await ctx.passwords.hash(newPassword);
  await withEffects(ctx, async (trx, effects) => {
    await lockCaller(trx, ctx);
    const set = await trx
      .updateTable("users")
      .set({ password_hash: hash })
      .where("id", "=", member)
      .where("password_hash", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!set) throw new AppError("PASSWORD_EXISTS");
    await recordSecurityEvent(trx, effects, { member, kind: "password_set", from: ctx, at: ctx.now() });
  });
  await mailSoon(ctx);
  return { success: true, message: "Password set" };
}

/** Spares the estimate and the hash; the update decides. @throws AppError PASSWORD_EXISTS */
async function requireNoPassword({ db }: MemberContext, member: string): Promise<void> {
  const { rows } = await sql`select from users where id = ${member} and password_hash is not null`.execute(db);
  if (rows.length > 0) throw new AppError("PASSWORD_EXISTS");
}

/**
 * Removes the caller's password, which it takes, and ends their other sessions, unless nothing else lets the caller in.
 * @throws AppError WRONG_PASSWORD, also if there is none, LAST_WAY_IN, EMAIL_UNVERIFIED of an address that an operator has set, RATE_LIMITED
 */
export async function removePassword(
  ctx: MemberContext,
  { currentPassword }: z.infer<typeof removePasswordInput>,
): Promise<Rotated<Done>> {
  const { id: member } = ctx.viewer;
  const current = await confirmPassword(ctx, currentPassword);
  const next = await withEffects(ctx, async (trx, effects) => {
    await lockCaller(trx, ctx);
    await requireSamePassword(trx, member, current);
    await requireAnsweredAddress(trx, ctx, member);
    await trx.updateTable("users").set({ password_hash: null }).where("id", "=", member).execute();
    await requireWayIn(trx, ctx, member);
    const session = await rotateSession(trx, ctx, () => endAccess(trx, member, null));
    await recordSecurityEvent(trx, effects, { member, kind: "password_removed", from: ctx, at: ctx.now() });
    return session;
  });
  await mailSoon(ctx);
  sessionsEnded(ctx, member);
  return { next, answer: { success: true, message: "Password removed" } };
}
