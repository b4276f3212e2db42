import { sql } from "kysely";
import type { Context } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { isoTime } from "../../platform/queries/index.ts";
import { countLink } from "../auth/index.ts";
import { readKeepToken } from "../closing/index.ts";
import { freeze } from "./freeze.command.ts";

const KEPT = "Your account stays open, with everything in it. To sign in again, set a new password.";

/**
 * Keeps an account that is about to be closed, with the token of the mail about it. It needs no session, because there is none any more.
 * It also freezes the account: closing takes a fresh proof, so a thief who closed it could sign in again.
 * @throws AppError KEEP_LINK_INVALID, also once the account is kept or closed; RATE_LIMITED
 */
export async function keepByLink(
  ctx: Context,
  { token }: { readonly token: string },
): Promise<{ success: true; message: string }> {
  const link = readKeepToken(ctx, token);
  await countLink(ctx, token, link !== null);
  if (link === null) throw new AppError("KEEP_LINK_INVALID");
  const { member, closesAt } = link;
  await freeze(ctx, member, "KEEP_LINK_INVALID", async (trx) => {
    const { rows } = await sql<{ closesAt: string | null }>`
      select ${sql.raw(isoTime("closes_at"))} as "closesAt" from users where id = ${member}`.execute(trx);
    if (rows[0]?.closesAt !== closesAt) throw new AppError("KEEP_LINK_INVALID");
  });
  return { success: true, message: KEPT };
}
