import {
  HOUR_MS,
  type InterfaceLanguage,
  type resendVerificationOutput,
  SESSION,
  type verifyEmailInput,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { type Context, isUnverified, type MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { languageOfMember } from "../../platform/language/index.ts";
import { generateSecret, hashSecret } from "../../platform/proofs/index.ts";
import { countLink, countMail, countVisitor } from "./auth.limits.ts";

type Link = Pick<z.infer<typeof resendVerificationOutput>, "verificationLink">;

/**
 * Queues the mail with the link that confirms the member's address, or returns the link where screens show it. A mail that can't be queued
 * doesn't fail the sign-up, because the member can ask for another one.
 */
export async function sendVerification(ctx: Context, userId: string): Promise<Link> {
  if (!ctx.verifiesEmail) return {};
  if (ctx.showsMailedLinks) {
    const made = await createEmailVerification(ctx.db, userId, ctx.now());
    return made ? { verificationLink: `/verify-email?token=${made.token}` } : {};
  }
  await ctx.enqueue("email-verification-mail", { userId }).catch(() => undefined);
  return {};
}

/**
 * Sends another link. Limited like password resets: by address, by network, and by account and network.
 * @throws AppError RATE_LIMITED, also when `SESSION.verifyMails` links are open
 */
export async function resendVerification(ctx: MemberContext): Promise<z.infer<typeof resendVerificationOutput>> {
  if (!isUnverified(ctx)) return { success: true, message: "Your email address is confirmed." };
  await countVisitor(ctx);
  await countMail(ctx, ctx.viewer.id);
  const now = ctx.now();
  if ((await openLinks(ctx.db, ctx.viewer.id, now)) >= SESSION.verifyMails) throw tooMany();
  if (ctx.showsMailedLinks) {
    const link = await sendVerification(ctx, ctx.viewer.id);
    return { success: true, message: "Open the link to confirm your email address.", ...link };
  }
  await ctx.enqueue("email-verification-mail", { userId: ctx.viewer.id });
  return { success: true, message: "We've sent you an email with a link." };
}

function tooMany(): AppError {
  const message = `We've sent you ${SESSION.verifyMails} links in ${SESSION.verifyHours} hours. Use the latest one, or try again tomorrow.`;
  return new AppError("RATE_LIMITED", { message });
}

/**
 * Creates a link's token for the member's present address. Earlier links stay valid until one is used.
 * @returns null when there is nothing to confirm, or the member has `SESSION.verifyMails` open links already
 */
export async function createEmailVerification(
  db: Kysely<DB>,
  userId: string,
  now: Date,
): Promise<{ token: string; username: string; email: string; language: InterfaceLanguage } | null> {
  const token = generateSecret();
  return db.transaction().execute(async (trx) => {
    // Members are locked before their rows, and one request at a time counts the open links.
    const member = await trx
      .selectFrom("users")
      .select(["username", "email", "email_verified_at", "settings"])
      .where("id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!member?.email || member.email_verified_at !== null) return null;
    if ((await openLinks(trx, userId, now)) >= SESSION.verifyMails) return null;
    const { username, email } = member;
    const expires_at = new Date(now.getTime() + SESSION.verifyHours * HOUR_MS);
    await trx
      .insertInto("email_verifications")
      .values({ token_hash: hashSecret(token), user_id: userId, email, expires_at })
      .execute();
    return { token, username, email, language: languageOfMember(member.settings) };
  });
}

async function openLinks(db: Kysely<DB>, userId: string, now: Date): Promise<number> {
  const { open } = await db
    .selectFrom("email_verifications")
    .select(({ fn }) => fn.countAll<string>().as("open"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return Number(open);
}

/**
 * Confirms an email address with the token we mailed to it. It needs no session, so the link opens in any browser. A token works once, and
 * using it uses up the member's other links.
 * @throws AppError EMAIL_LINK_INVALID, EMAIL_LINK_EXPIRED, EMAIL_LINK_USED, RATE_LIMITED
 */
export async function verifyEmail(
  ctx: Context,
  input: z.infer<typeof verifyEmailInput>,
): Promise<{ success: true; message: string }> {
  const tokenHash = hashSecret(input.token);
  const { rows: known } = await sql`select from email_verifications where token_hash = ${tokenHash}`.execute(ctx.db);
  await countLink(ctx, input.token, known.length > 0);
  await ctx.db.transaction().execute(async (trx) => {
    // Members are locked before their rows, so two uses of a link wait for each other.
    const { rows } = await sql<{ id: string; email: string | null }>`
      select id, email from users where id = (select user_id from email_verifications where token_hash = ${tokenHash})
      for no key update`.execute(trx);
    const link = await trx
      .selectFrom("email_verifications")
      .select(["user_id", "email", "used_at", "expires_at"])
      .where("token_hash", "=", tokenHash)
      .executeTakeFirst();
    if (link) ctx.nameMember(link.user_id);
    // A link confirms the address that it was sent to, not one that the account has had since.
    if (!link || link.email !== rows[0]?.email) throw new AppError("EMAIL_LINK_INVALID");
    if (link.used_at !== null) throw new AppError("EMAIL_LINK_USED");
    if (link.expires_at <= ctx.now()) throw new AppError("EMAIL_LINK_EXPIRED");
    await confirmEmail(trx, link.user_id, ctx.now());
  });
  return { success: true, message: "Your email address is confirmed." };
}

/** Counts the member's address as confirmed, and every link for it as used. */
export async function confirmEmail(trx: Transaction<DB>, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable("users")
    .set({ email_verified_at: now })
    .where("id", "=", userId)
    .where("email_verified_at", "is", null)
    .execute();
  await trx
    .updateTable("email_verifications")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
}
