import {
  browserOf,
  type changePasswordInput,
  type forgotPasswordInput,
  type InterfaceLanguage,
  type resetPasswordInput,
  SESSION,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { Context, MemberContext } from "../../platform/context/index.ts";
import { AppError, requireFreshProof } from "../../platform/errors/errors.ts";
import { languageOfMember } from "../../platform/language/index.ts";
import { generateSecret, hashSecret } from "../../platform/proofs/index.ts";
import { isActiveFactor } from "../../platform/queries/index.ts";
import { type Effects, withEffects } from "../../platform/transactions/index.ts";
import { keepAccount } from "../closing/index.ts";
import { forgetRaisedSpending } from "../leaving/index.ts";
import { removeAdded, suspendAdded, takeBackPrepared } from "../logins/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import { confirmPassword } from "../password-check/index.ts";
import { voidWrongCodes } from "../second-factor/index.ts";
import { endFreeze, holdWithdrawals } from "../security-holds/index.ts";
import { requireAnsweredAddress, wasSetByOperator } from "./answered-address.query.ts";
import { countLink, countMail, countVisitor } from "./auth.limits.ts";
import { findByEmail } from "./auth.queries.ts";
import { confirmEmail } from "./email-verification.commands.ts";
import { type Owner, refusedPassword, requireGoodPassword } from "./password-strength.ts";
import { type Rotated, rotateSession } from "./rotate-session.command.ts";
import { endAccess, sessionsEnded } from "./sign-in.ts";

type Done = { success: true; message: string };

/**
 * Sets a new password and ends every session of the member; this one goes on with a new secret. The current password, which it takes, is the fresh proof of a
 * member without a second factor.
 * @throws AppError WRONG_PASSWORD, STEP_UP_REQUIRED, PASSWORD_UNCHANGED, one of PASSWORD_CODES, EMAIL_UNVERIFIED of an address that an
 *   operator has set, RATE_LIMITED
 */
export async function changePassword(
  ctx: MemberContext,
  input: z.infer<typeof changePasswordInput>,
): Promise<Rotated<Done>> {
  requireFreshProof(ctx, { password: true });
  if (input.currentPassword === input.newPassword) throw refusedPassword("PASSWORD_UNCHANGED", "newPassword");
  const current = await confirmPassword(ctx, input.currentPassword);
  await requireGoodPassword(ctx, "newPassword", input.newPassword, await ownerOf(ctx.db, ctx.viewer.id));
  const passwordHash = await ctx.passwords.hash(input.newPassword);
  const next = await withEffects(ctx, async (trx, effects) => {
    const { id: member } = ctx.viewer;
    await requireUnchangedPassword(trx, member, current);
    await requireAnsweredAddress(trx, ctx, member);
    const session = await rotateSession(trx, ctx, () => setPassword(trx, member, passwordHash));
    await recordSecurityEvent(trx, effects, { member, kind: "password_changed", from: ctx, at: ctx.now() });
    return session;
  });
  await mailSoon(ctx);
  sessionsEnded(ctx, ctx.viewer.id);
  return { next, answer: { success: true, message: "Password changed" } };
}

/**
 * Locks the member and requires the old hash, so someone who knew the old password can't overwrite a reset that came
 * while the passwords were hashed.
 */
async function requireUnchangedPassword(trx: Kysely<DB>, userId: string, passwordHash: string): Promise<void> {
  const row = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("password_hash", "=", passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("WRONG_PASSWORD");
}

/** What a password must not be. */
export function ownerOf(db: Kysely<DB>, userId: string): Promise<Owner> {
  return db.selectFrom("users").select(["username", "email"]).where("id", "=", userId).executeTakeFirstOrThrow();
}

/** Writes the hash, ends every sign-in and invalidates every reset link. */
async function setPassword(trx: Kysely<DB>, userId: string, passwordHash: string): Promise<void> {
  await trx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
  await voidWrongCodes(trx, userId);
  await endAccess(trx, userId, null);
}

/**
 * Queues a mail with a link if the email is known. Only the job looks it up, so neither the text nor the time of the
 * answer reveals it.
 * @throws AppError RATE_LIMITED
 */
export async function forgotPassword(ctx: Context, input: z.infer<typeof forgotPasswordInput>): Promise<Done> {
  await countVisitor(ctx);
  await countMail(ctx, input.email);
  const askedAt = (await ctx.databaseNow()).toISOString();
  const from = { device: browserOf(ctx.userAgent), network: ctx.subnet };
  await ctx.enqueue("password-reset-mail", { email: input.email, askedAt, ...from });
  return { success: true, message: "If this address has an account, we've sent it an email with a link." };
}

/**
 * Creates a reset token for the account with this email. Earlier ones stay valid until one is used, so nobody can invalidate the
 * owner's link by requesting another.
 * @param askedAt when it was asked for, by the database's clock: what ended the member's access since has ended this, too
 * @returns also the email as stored with the account, where the mail goes; `null` when there is no such account, or it has
 * `SESSION.resetMails` open links already
 */
export async function createPasswordReset(
  db: Kysely<DB>,
  email: string,
  now: Date,
  askedAt: Date | null = null,
): Promise<{ token: string; username: string; email: string; language: InterfaceLanguage } | null> {
  const user = await findByEmail(db, email);
  if (!user) return null;
  const token = await db.transaction().execute(async (trx) => {
    // Members are locked before their rows, and one request at a time counts the open links. The address may have changed meanwhile.
    const { rows } = await sql`
      select from users where id = ${user.id} and lower(email) = lower(${email})
        and not coalesce(access_ended_at > ${askedAt}::timestamptz, false) for no key update`.execute(trx);
    if (rows.length === 0) return null;
    const { open } = await trx
      .selectFrom("password_resets")
      .select(({ fn }) => fn.countAll<string>().as("open"))
      .where("user_id", "=", user.id)
      .where("expires_at", ">", now)
      .executeTakeFirstOrThrow();
    if (Number(open) >= SESSION.resetMails) return null;
    return storeReset(trx, user.id, new Date(now.getTime() + SESSION.resetMinutes * 60_000));
  });
  if (token === null) return null;
  return { token, username: user.username, email: user.email ?? email, language: languageOfMember(user.settings) };
}

/** Stores a link with which a member sets a password until then. Needs the member's lock. @returns its token */
export async function storeReset(trx: Kysely<DB>, userId: string, expiresAt: Date): Promise<string> {
  const token = generateSecret();
  await trx
    .insertInto("password_resets")
    .values({ token_hash: hashSecret(token), user_id: userId, expires_at: expiresAt })
    .execute();
  return token;
}

/**
 * Sets a new password with the token of a mail and ends every session. A token works once: the transaction that uses it
 * takes the row, and with it goes every other link of the member. It also confirms the email address, keeps an account that was
 * about to be closed, ends a freeze, and takes back what a thief may have prepared to withdraw (docs/adr/0040).
 * @throws AppError RESET_LINK_INVALID, one of PASSWORD_CODES, RATE_LIMITED
 */
export async function resetPassword(ctx: Context, input: z.infer<typeof resetPasswordInput>): Promise<Done> {
  const tokenHash = hashSecret(input.token);
  const live = await ctx.db
    .selectFrom("password_resets")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", ctx.now())
    .executeTakeFirst();
  await countLink(ctx, input.token, live !== undefined);
  if (!live) throw new AppError("RESET_LINK_INVALID");
  ctx.nameMember(live.user_id);
  // The link can be used again with a better one.
  await requireGoodPassword(ctx, "newPassword", input.newPassword, await ownerOf(ctx.db, live.user_id));
  const passwordHash = await ctx.passwords.hash(input.newPassword);
  const userId = await withEffects(ctx, async (trx, effects) => {
    await holdWithdrawals(trx, ctx, { member: live.user_id, cause: "password_reset" });
    // Members are locked before their rows, as when they leave.
    const { rows } = await sql<{ openedAt: Date; confirmed: boolean; vouchedFor: boolean }>`
      select created_at as "openedAt", email_verified_at is not null as confirmed,
          ${wasSetByOperator("users")} as "vouchedFor"
        from users where id = ${live.user_id} for no key update`.execute(trx);
    const taken = await trx
      .deleteFrom("password_resets")
      .where("token_hash", "=", tokenHash)
      .where("expires_at", ">", ctx.now())
      .returning("user_id")
      .executeTakeFirst();
    if (!taken) throw new AppError("RESET_LINK_INVALID");
    await setPassword(trx, taken.user_id, passwordHash);
    const { user_id: member } = taken;
    if (ctx.verifiesEmail && rows[0]) await dropStrangers(trx, effects, ctx, { ...rows[0], member });
    // The link was in a mail to the account's address.
    await confirmEmail(trx, member, ctx.now());
    await keepAccount(trx, effects, { member, from: ctx, at: ctx.now() });
    const freeze = await endFreeze(trx, member);
    const change = { member, from: ctx, at: ctx.now() };
    if (freeze.wasFrozen) {
      await suspendAdded(trx, effects, ctx, { member, at: freeze.since });
      await audit(trx, { actor: member, action: "ACCOUNT_UNFROZEN", subject: member, at: change.at });
      await recordSecurityEvent(trx, effects, { ...change, kind: "account_unfrozen" });
    }
    const takenBack = await takeBackPrepared(trx, effects, { ...change, ...freeze });
    const details = { otherWays: await hasOtherWays(trx, member), takenBack };
    await recordSecurityEvent(trx, effects, { ...change, kind: "password_reset", details });
    return member;
  });
  await mailSoon(ctx);
  sessionsEnded(ctx, userId);
  return { success: true, message: "Password changed. You can sign in now." };
}

/** Whether a passkey, a wallet or an account elsewhere signs the member in: a stranger may have added it, and the reset keeps it. */
async function hasOtherWays(trx: Transaction<DB>, member: string): Promise<boolean> {
  const { rows } = await sql`
    select from linked_logins where user_id = ${member} and suspended_at is null
    union all select from factors f where f.user_id = ${member} and f.kind = 'passkey' and ${isActiveFactor}`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * Drops anything that a stranger who signed up with this address could use to come back once its owner takes over: all of it if the address was
 * never confirmed, unless an operator set it; and what opened an account of the last days, which its owner may have confirmed unknowingly.
 */
async function dropStrangers(
  trx: Transaction<DB>,
  effects: Effects,
  ctx: Context,
  account: {
    readonly member: string;
    readonly openedAt: Date;
    readonly confirmed: boolean;
    readonly vouchedFor: boolean;
  },
): Promise<void> {
  const { member, openedAt, confirmed, vouchedFor } = account;
  if (!confirmed && !vouchedFor) {
    await removeAdded(trx, effects, ctx, { member, which: "all" });
    await forgetRaisedSpending(trx, member);
    await sql`update wallets set withdrawal_address = null where user_id = ${member}`.execute(trx);
    for (const table of ["allow_lists", "allowed_addresses"] as const)
      await trx.deleteFrom(table).where("user_id", "=", member).execute();
  }
  // Of the same moment: nothing else can be added before the address is confirmed.
  const before = new Date(openedAt.getTime() + 1_000);
  if (confirmed) await suspendAdded(trx, effects, ctx, { member, at: ctx.now(), before });
}
