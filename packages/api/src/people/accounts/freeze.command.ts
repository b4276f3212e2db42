import { sql } from "kysely";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { Context, MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { endOtherFamilies, sessionsEnded } from "../auth/index.ts";
import { keepAccount } from "../closing/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import { freezeHold, lockPayouts, readFreezeToken } from "../security-holds/index.ts";

type Done = { success: true; message: string };

/** Freezes the caller's account: every session ends, also this one, and no withdrawal is signed until the password is reset. */
export function freezeAccount(ctx: MemberContext): Promise<Done> {
  return freeze(ctx, ctx.viewer.id);
}

/**
 * Freezes the account that a link in a mail was made for. It needs no session, because the member's may be in a thief's hands, and does
 * nothing that the member can't undo.
 * @throws AppError FREEZE_LINK_INVALID, RATE_LIMITED
 */
export async function freezeByLink(ctx: Context, { token }: { readonly token: string }): Promise<Done> {
  await ctx.consume("signIn", `freeze:${ctx.network}`);
  const member = readFreezeToken(ctx, token, ctx.now());
  if (member === null) throw new AppError("FREEZE_LINK_INVALID");
  ctx.nameMember(member);
  return freeze(ctx, member);
}

/** A payment that is signed by then is paid; the others are held (docs/adr/0040). */
async function freeze(ctx: Context, member: string): Promise<Done> {
  const at = ctx.now();
  await withEffects(ctx, async (trx, effects) => {
    await lockPayouts(trx, member);
    const { rows } = await sql`
      select from users where id = ${member} and deleted_at is null for no key update`.execute(trx);
    if (rows.length === 0) throw new AppError("FREEZE_LINK_INVALID");
    await endOtherFamilies(trx, member, null);
    effects.notified.add(member);
    await keepAccount(trx, effects, { member, from: ctx, at });
    // Again only signs everyone out again.
    if (!(await freezeHold(trx, member))) return;
    await audit(trx, { actor: member, action: "ACCOUNT_FROZEN", subject: member, at });
    await recordSecurityEvent(trx, effects, { member, kind: "account_frozen", from: ctx, at });
  });
  await mailSoon(ctx);
  sessionsEnded(ctx, member);
  return {
    success: true,
    message: "Your account is frozen. Everyone is signed out, and withdrawals wait until you set a new password.",
  };
}
