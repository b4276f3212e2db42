import { DAY_MS, type verifyEmailInput } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { Context } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { countLink, endAccess, sessionsEnded } from "../auth/index.ts";
import { keepAccount } from "../closing/index.ts";
import { forgetRaisedSpending } from "../leaving/index.ts";
import { suspendAdded, tightenAllowList } from "../logins/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import { freezeHold, lockPayouts } from "../security-holds/index.ts";
import { setEmail } from "./apply.command.ts";
import { readUndoEmailToken } from "./undo-link.ts";

const INVALID = "This link isn't valid. Please open it exactly as we mailed it.";
const USED = "This link has been used. The email address is restored.";
const EXPIRED = "This link has expired. Please write to us to get the account back.";

type Done = { success: true; message: string };

/**
 * Restores the former address with the token mailed there, even if the address has changed again since. Whoever changed it may know the
 * password, so this also signs everyone out, and freezes the account until a new password is set by mail.
 * @throws AppError EMAIL_LINK_INVALID, EMAIL_LINK_USED, EMAIL_LINK_EXPIRED after 7 days, RATE_LIMITED
 */
export async function undoEmailChange(ctx: Context, { token }: z.infer<typeof verifyEmailInput>): Promise<Done> {
  const id = readUndoEmailToken(ctx, token);
  await countLink(ctx, token, id !== null);
  const asked =
    id === null
      ? undefined
      : await ctx.db.selectFrom("email_changes").select("user_id").where("id", "=", id).executeTakeFirst();
  if (id === null || !asked) throw new AppError("EMAIL_LINK_INVALID", { message: INVALID });
  const member = asked.user_id;
  ctx.nameMember(member);
  const at = ctx.now();
  await withEffects(ctx, async (trx, effects) => {
    await lockPayouts(trx, member);
    const { rows } = await sql`
      select from users where id = ${member} and email is not null and deleted_at is null for no key update`.execute(
      trx,
    );
    const change = await trx
      .selectFrom("email_changes")
      .select(["old_email", "confirmed_at", "undo_until", "undone_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (rows.length === 0 || !change?.undo_until) throw new AppError("EMAIL_LINK_INVALID", { message: INVALID });
    if (change.undone_at !== null) throw new AppError("EMAIL_LINK_USED", { message: USED });
    if (change.undo_until <= at) throw new AppError("EMAIL_LINK_EXPIRED", { message: EXPIRED });
    // Before the address, so that what was changed after this keeps none from it.
    await trx
      .updateTable("email_changes")
      .set({ undone_at: at })
      .where("user_id", "=", member)
      .where("confirmed_at", ">=", change.confirmed_at ?? at)
      .where("undone_at", "is", null)
      .execute();
    await setEmail(trx, member, change.old_email, at);
    await endAccess(trx, member, null);
    await suspendAdded(trx, effects, ctx, { member, at: change.confirmed_at ?? at });
    await forgetRaisedSpending(trx, member);
    // In the day before, too: a thief may have begun there.
    const since = new Date((change.confirmed_at ?? at).getTime() - DAY_MS);
    await tightenAllowList(trx, effects, { member, since, from: ctx, at });
    effects.notified.add(member);
    await keepAccount(trx, effects, { member, from: ctx, at });
    if (await freezeHold(trx, member)) {
      await audit(trx, { actor: member, action: "ACCOUNT_FROZEN", subject: member, at });
    }
    await recordSecurityEvent(trx, effects, { member, kind: "email_restored", from: ctx, at });
  });
  await mailSoon(ctx);
  sessionsEnded(ctx, member);
  return {
    success: true,
    message:
      "Your email address is restored. Everyone is signed out, and withdrawals wait until you set a new password.",
  };
}
