import { sql } from "kysely";
import type { Context } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { isoTime } from "../../platform/queries/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { countLink } from "../auth/index.ts";
import { keepAccount, readKeepToken } from "../closing/index.ts";
import { mailSoon } from "../notifications/index.ts";

/**
 * Keeps an account that is about to be closed, with the token of the mail about it. It needs no session, because there is none any more,
 * and opens none.
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
  ctx.nameMember(member);
  await withEffects(ctx, async (trx, effects) => {
    const { rows } = await sql<{ closesAt: string | null }>`
      select ${sql.raw(isoTime("closes_at"))} as "closesAt" from users where id = ${member} for no key update`.execute(
      trx,
    );
    if (rows[0]?.closesAt !== closesAt) throw new AppError("KEEP_LINK_INVALID");
    await keepAccount(trx, effects, { member, from: ctx, at: ctx.now() });
  });
  await mailSoon(ctx);
  return { success: true, message: "Your account stays open, with everything in it. You can sign in again." };
}
