import {
  type changeEmailInput,
  HOUR_MS,
  type InterfaceLanguage,
  type resendVerificationOutput,
  SESSION,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { MemberContext, Services } from "../../platform/context/index.ts";
import { AppError, invalidField } from "../../platform/errors/errors.ts";
import { languageOfMember } from "../../platform/language/index.ts";
import { generateSecret, hashSecret } from "../../platform/proofs/index.ts";
import { isEmailConfirmed } from "../../platform/queries/index.ts";
import { countMail, countVisitor, isAddressKept, requireAnsweredAddress, voidEmailChange } from "../auth/index.ts";
import { lockCaller } from "../second-factor/index.ts";
import { isFrozen } from "../security-holds/index.ts";

interface Asked {
  readonly userId: string;
  readonly newEmail: string;
}

/**
 * Stores the change and mails a link to the new address, which makes it happen. Only the job looks at who has that address, so the answer doesn't
 * reveal it. Another request replaces the earlier one.
 * @throws AppError VALIDATION_ERROR for the present address, ACCOUNT_FROZEN, EMAIL_UNVERIFIED of one that an operator has set, RATE_LIMITED by member, new address and network
 */
export async function requestEmailChange(
  ctx: MemberContext,
  { newEmail }: z.infer<typeof changeEmailInput>,
): Promise<z.infer<typeof resendVerificationOutput>> {
  await countVisitor(ctx);
  const asked = { userId: ctx.viewer.id, newEmail };
  const { email } = await ctx.db
    .selectFrom("users")
    .select("email")
    .where("id", "=", asked.userId)
    .executeTakeFirstOrThrow();
  if (email === newEmail) throw invalidField("newEmail", "This is already your email address");
  if (await isFrozen(ctx.db, asked.userId)) throw new AppError("ACCOUNT_FROZEN");
  await requireAnsweredAddress(ctx.db, ctx, asked.userId);
  await countMail(ctx, asked.userId);
  await countMail(ctx, newEmail);
  await storeEmailChange(ctx.db, asked, ctx.now(), ctx);
  if (ctx.showsMailedLinks) {
    const made = await issueEmailChange(ctx, asked, ctx.now());
    const link = made?.token ? { verificationLink: `/confirm-email-change?token=${made.token}` } : {};
    return { success: true, message: "Open the link to change your email address.", ...link };
  }
  await ctx.enqueue("email-change-mail", asked);
  return {
    success: true,
    message: `A mail with a link is on its way to ${newEmail}. Your address changes when you open it.`,
  };
}

/**
 * Stores a change that isn't confirmed yet, instead of an earlier one, whoever has the address. So what voids a change also voids one whose mail
 * hasn't been sent.
 * @param caller whose session must still be open: what waited for a new password mustn't outlive it
 * @throws AppError ACCOUNT_FROZEN, UNAUTHENTICATED
 */
export async function storeEmailChange(
  db: Kysely<DB>,
  { userId, newEmail }: Asked,
  now: Date,
  caller: Pick<MemberContext, "viewer" | "session"> | null = null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (caller) await lockCaller(trx, caller);
    const member = await lockMember(trx, userId);
    if (!member?.email) return;
    // It may have been frozen since.
    if (await isFrozen(trx, userId)) throw new AppError("ACCOUNT_FROZEN");
    await voidEmailChange(trx, userId);
    await trx
      .insertInto("email_changes")
      .values({
        user_id: userId,
        old_email: member.email,
        new_email: newEmail,
        // No link confirms it before one is mailed.
        token_hash: hashSecret(generateSecret()),
        expires_at: new Date(now.getTime() + SESSION.verifyHours * HOUR_MS),
      })
      .execute();
  });
}

export interface EmailChange {
  readonly username: string;
  /** Of the link that confirms it; null if another account has the address. */
  readonly token: string | null;
  /** Of whoever reads the mail. */
  readonly language: InterfaceLanguage;
}

/**
 * Makes the link of a stored change. If another account has the address, it isn't stored any more.
 * @returns null if it is void or was replaced since, or another account has the address without having confirmed it, so that nothing is
 * mailed there
 */
export async function issueEmailChange(
  { db, verifiesEmail }: Pick<Services, "db" | "verifiesEmail">,
  { userId, newEmail }: Asked,
  now: Date,
): Promise<EmailChange | null> {
  const token = generateSecret();
  return db.transaction().execute(async (trx) => {
    const member = await lockMember(trx, userId);
    if (!member) return null;
    const issued = await trx
      .updateTable("email_changes")
      .set({ token_hash: hashSecret(token) })
      .where("user_id", "=", userId)
      .where("new_email", "=", newEmail)
      .where("confirmed_at", "is", null)
      .where("expires_at", ">", now)
      .returning("id")
      .executeTakeFirst();
    if (!issued) return null;
    const { username, settings } = member;
    const { rows: others } = await sql<{ settings: unknown; confirmed: boolean }>`
      select u.settings, ${isEmailConfirmed("u", { verifiesEmail })} as confirmed
        from users u where lower(u.email) = lower(${newEmail}) and u.id <> ${userId}`.execute(trx);
    const isTaken = others.length > 0 || (await isAddressKept(trx, { email: newEmail, userId, now }));
    if (!isTaken) return { username, token, language: languageOfMember(settings) };
    await voidEmailChange(trx, userId);
    if (others[0]?.confirmed === false) return null;
    return { username, token: null, language: languageOfMember(others[0]?.settings) };
  });
}

/** Members are locked before their rows, so one request at a time replaces the earlier one. */
function lockMember(
  trx: Kysely<DB>,
  userId: string,
): Promise<{ username: string; email: string | null; settings: unknown } | undefined> {
  return trx
    .selectFrom("users")
    .select(["username", "email", "settings"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Removes changes that can be neither confirmed nor undone any more. */
export async function removeOldEmailChanges(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`
    delete from email_changes
     where case when confirmed_at is null then expires_at else coalesce(undo_until, confirmed_at) end < ${now}`.execute(
    db,
  );
}
