import { audit } from "../../platform/audit-log/audit.command.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { recordSecurityEvent } from "../notifications/index.ts";
import { type Needs, recover } from "./recover.ts";

/**
 * Removes a member's passkeys, authenticator app, and recovery codes for an operator, when they have lost them all and proved who they
 * are otherwise. Withdrawals are held, and every sign-in ends; a link by mail or the password then signs them in.
 * @param act.member id or username, in any case
 * @throws AppError NOT_FOUND, CONFLICT without a second factor, or without an email address to sign in by
 */
export async function removeFactors(
  services: Needs,
  act: { readonly member: string; readonly reason: string },
): Promise<{ readonly username: string; readonly removed: number }> {
  const at = services.now();
  let removed = 0;
  const { username } = await recover(
    services,
    { member: act.member, cause: "factor_removed" },
    async (trx, effects, { id, username, email }) => {
      const factors = await trx.deleteFrom("factors").where("user_id", "=", id).returning("confirmed_at").execute();
      removed = factors.filter(({ confirmed_at }) => confirmed_at !== null).length;
      if (removed === 0) throw new AppError("CONFLICT", { message: `${username} has no second factor` });
      if (email === null) {
        const message = `${username} has no email address to sign in by: recover email ${username} <email> first`;
        throw new AppError("CONFLICT", { message });
      }
      await trx.deleteFrom("recovery_codes").where("user_id", "=", id).execute();
      await recordSecurityEvent(trx, effects, { member: id, kind: "factor_removed", from: null, at });
      await audit(trx, {
        ...{ actor: null, action: "FACTORS_REMOVED", subject: id, reason: act.reason, at },
        details: { removed },
      });
    },
  );
  return { username, removed };
}
