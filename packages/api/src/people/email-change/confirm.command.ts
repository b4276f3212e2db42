import type { verifyEmailInput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { Context } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { countLink } from "../auth/index.ts";
import { mailSoon } from "../notifications/index.ts";
import { isFrozen, lockPayouts } from "../security-holds/index.ts";
import { applyChange, type OpenChange } from "./apply.command.ts";

type Done = { success: true; message: string };
type Input = z.infer<typeof verifyEmailInput>;

/**
 * Changes the address with the token that was mailed to the new one. It needs no session, because the mail may be read elsewhere. The
 * address before is told, and can undo it for 7 days; withdrawals are held (docs/adr/0042).
 * @throws AppError EMAIL_LINK_INVALID, EMAIL_LINK_EXPIRED, EMAIL_LINK_USED, EMAIL_TAKEN, ACCOUNT_FROZEN, RATE_LIMITED
 */
export async function confirmEmailChange(ctx: Context, { token }: Input): Promise<Done> {
  const tokenHash = hashSecret(token);
  const asked = await ctx.db
    .selectFrom("email_changes")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  await countLink(ctx, token, asked !== undefined);
  if (!asked) throw new AppError("EMAIL_LINK_INVALID");
  ctx.nameMember(asked.user_id);
  const at = ctx.now();
  await withEffects(ctx, async (trx, effects) => {
    await lockPayouts(trx, asked.user_id);
    const change = await openChange(trx, ctx, asked.user_id, tokenHash, at);
    if (await isFrozen(trx, change.userId)) throw new AppError("ACCOUNT_FROZEN");
    await applyChange(trx, effects, ctx, { ...change, from: ctx, isConfirmed: true, at });
  });
  await mailSoon(ctx);
  return { success: true, message: "Your email address has been changed." };
}

/** Locks the member, and finds what the link changes. */
async function openChange(
  trx: Transaction<DB>,
  { verifiesEmail }: Context,
  userId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<OpenChange> {
  const { rows } = await sql<{ email: string | null; confirmed: boolean }>`
    select email, email_verified_at is not null as confirmed from users
     where id = ${userId} and deleted_at is null for no key update`.execute(trx);
  const change = await trx
    .selectFrom("email_changes")
    .select(["id", "old_email", "new_email", "expires_at", "confirmed_at"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  const [member] = rows;
  if (!change || !member) throw new AppError("EMAIL_LINK_INVALID");
  if (change.confirmed_at !== null) throw new AppError("EMAIL_LINK_USED");
  if (change.old_email !== member.email) throw new AppError("EMAIL_LINK_INVALID");
  if (change.expires_at <= at) throw new AppError("EMAIL_LINK_EXPIRED");
  const { id, old_email: oldEmail, new_email: newEmail } = change;
  return { id, userId, oldEmail, newEmail, wasConfirmed: member.confirmed || !verifiesEmail };
}
