import { email as emailSchema } from "@bbux/contract";
import { audit } from "../../platform/audit-log/audit.command.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { generateSecret, hashSecret } from "../../platform/proofs/index.ts";
import { requireAddressNotKept, voidEmailChange } from "../auth/index.ts";
import { applyChange, setEmail } from "../email-change/index.ts";
import { recordSecurityEvent } from "../notifications/index.ts";
import { type Needs, recover } from "./recover.ts";

/**
 * Gives a member another email address for an operator, when they have lost the mailbox and proved who they are otherwise. The address
 * before can undo it for 7 days, withdrawals are held, and every sign-in ends. The new address counts as unconfirmed until a
 * mail to it has been answered.
 * @param act.member id or username, in any case
 * @returns whether the address before is told, and can undo it: not one that was never confirmed
 * @throws AppError NOT_FOUND, CONFLICT for the present address, EMAIL_TAKEN
 */
export async function setMemberEmail(
  services: Needs,
  act: { readonly member: string; readonly email: string; readonly reason: string },
): Promise<{ readonly username: string; readonly mayUndo: boolean }> {
  const email = emailSchema.parse(act.email);
  const at = services.now();
  const done = await recover(services, { member: act.member, cause: "email_changed" }, async (trx, effects, member) => {
    const { id: userId, username, email: oldEmail, isConfirmed: wasConfirmed } = member;
    if (oldEmail === email) throw new AppError("CONFLICT", { message: `${username} already has this email address` });
    await voidEmailChange(trx, userId);
    if (oldEmail === null) {
      await setEmail(trx, userId, email, null);
      await requireAddressNotKept(trx, { email, userId, now: at });
      await recordSecurityEvent(trx, effects, { member: userId, kind: "email_changed", from: null, at });
    } else {
      const { id } = await trx
        .insertInto("email_changes")
        .values({
          user_id: userId,
          old_email: oldEmail,
          new_email: email,
          // No link confirms it.
          token_hash: hashSecret(generateSecret()),
          expires_at: at,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const change = { id, userId, oldEmail, newEmail: email, wasConfirmed };
      await applyChange(trx, effects, services, { ...change, from: null, isConfirmed: false, at });
    }
    await audit(trx, { actor: null, action: "EMAIL_SET", subject: userId, reason: act.reason, at });
  });
  return { username: done.username, mayUndo: done.email !== null && done.isConfirmed };
}
