import { type changeEmailInput, HOUR_MS, type resendVerificationOutput, SESSION } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, invalidField } from "../../platform/errors/errors.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import { countMail, countVisitor, generateSecret, isAddressKept, voidEmailChange } from "../auth/index.ts";
import { isFrozen } from "../security-holds/index.ts";

/**
 * Mails a link to the new address, which changes it. Only the job looks at who has that address, so the answer doesn't reveal it.
 * Another request replaces the earlier one.
 * @throws AppError VALIDATION_ERROR for the present address, ACCOUNT_FROZEN, RATE_LIMITED by member, new address and network
 */
export async function requestEmailChange(
  ctx: MemberContext,
  { newEmail }: z.infer<typeof changeEmailInput>,
): Promise<z.infer<typeof resendVerificationOutput>> {
  await countVisitor(ctx);
  const { id: userId } = ctx.viewer;
  const { email } = await ctx.db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow();
  if (email === newEmail) throw invalidField("newEmail", "This is your email address already");
  if (await isFrozen(ctx.db, userId)) throw new AppError("ACCOUNT_FROZEN");
  await countMail(ctx, userId);
  await countMail(ctx, newEmail);
  if (ctx.showsMailedLinks) {
    const made = await createEmailChange(ctx.db, { userId, newEmail }, ctx.now());
    const link = made?.token ? { verificationLink: `/confirm-email-change?token=${made.token}` } : {};
    return { success: true, message: "Open the link to change your email address.", ...link };
  }
  await ctx.enqueue("email-change-mail", { userId, newEmail });
  return {
    success: true,
    message: `A mail with a link is on its way to ${newEmail}. Your address changes when you open it.`,
  };
}

export interface EmailChange {
  readonly username: string;
  /** Of the link that confirms it; null if another account has the address. */
  readonly token: string | null;
}

/** Stores a change that isn't confirmed yet, instead of an earlier one. @returns null for a member without an address */
export async function createEmailChange(
  db: Kysely<DB>,
  { userId, newEmail }: { readonly userId: string; readonly newEmail: string },
  now: Date,
): Promise<EmailChange | null> {
  const token = generateSecret();
  return db.transaction().execute(async (trx) => {
    // Members are locked before their rows, so one request at a time replaces the earlier one.
    const member = await trx
      .selectFrom("users")
      .select(["username", "email"])
      .where("id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!member?.email) return null;
    const { username, email } = member;
    await voidEmailChange(trx, userId);
    const { rows: others } = await sql`
      select from users where lower(email) = lower(${newEmail}) and id <> ${userId}`.execute(trx);
    const isTaken = others.length > 0 || (await isAddressKept(trx, { email: newEmail, userId, now }));
    if (isTaken) return { username, token: null };
    const expires_at = new Date(now.getTime() + SESSION.verifyHours * HOUR_MS);
    await trx
      .insertInto("email_changes")
      .values({ user_id: userId, old_email: email, new_email: newEmail, token_hash: hashSecret(token), expires_at })
      .execute();
    return { username, token };
  });
}

/** Removes changes that can be neither confirmed nor undone any more. */
export async function removeOldEmailChanges(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`
    delete from email_changes
     where case when confirmed_at is null then expires_at else coalesce(undo_until, confirmed_at) end < ${now}`.execute(
    db,
  );
}
