import { sql } from "kysely";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { endOtherFamilies, type Rotated, rotateSession, sessionsEnded } from "../auth/index.ts";
import { loginName, requireWayIn } from "../logins/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import { lockCaller } from "../second-factor/index.ts";

/**
 * Unlinks a wallet or an account at a provider, unless nothing else lets the caller in, and ends the other sessions.
 * @throws AppError NOT_FOUND, LAST_WAY_IN
 */
export async function unlinkLogin(ctx: MemberContext, id: string): Promise<Rotated<{ success: true }>> {
  const { id: userId } = ctx.viewer;
  const next = await withEffects(ctx, async (trx, effects) => {
    await lockCaller(trx, ctx);
    const { rows } = await sql<{ login: string }>`
      delete from linked_logins l where l.id::text = ${id} and l.user_id = ${userId} returning ${loginName} as login`.execute(
      trx,
    );
    const [removed] = rows;
    if (!removed) throw new AppError("NOT_FOUND", { message: "Nothing like that is linked to your account" });
    await requireWayIn(trx, ctx, userId);
    // Someone who has taken over the wallet or the account may be signed in with it.
    const session = await rotateSession(trx, ctx, () => endOtherFamilies(trx, userId, null));
    const details = { login: removed.login };
    const happened = { member: userId, kind: "login_removed", from: ctx, at: ctx.now(), details } as const;
    await recordSecurityEvent(trx, effects, happened);
    return session;
  });
  await mailSoon(ctx);
  sessionsEnded(ctx, userId);
  return { next, answer: { success: true } };
}
