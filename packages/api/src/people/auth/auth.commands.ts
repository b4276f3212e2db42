import {
  type browserLoginOutput,
  type loginInput,
  type loginOutput,
  proofKind,
  type refreshInput,
  type signupInput,
  type signupOutput,
  type tokens,
  type User,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { Context } from "../../platform/context/index.ts";
import { AppError, invalidField } from "../../platform/errors/errors.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import { constraintOf } from "../../platform/queries/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { mailSoon } from "../notifications/index.ts";
import { requireSamePassword } from "../password-check/index.ts";
import { comeBy } from "../reputation/index.ts";
import { countCode, requireCodeIfNeeded } from "../second-factor/index.ts";
import { countAttempt, countVisitor } from "./auth.limits.ts";
import { findByEmail, getMe } from "./auth.queries.ts";
import { sendVerification } from "./email-verification.commands.ts";
import { emailTaken, requireAddressNotKept } from "./kept-addresses.queries.ts";
import { requireGoodPassword } from "./password-strength.ts";
import type { NewSession, Proved } from "./session-core.ts";
import { endFamily, issueTokens, provedNow, sessionsEnded, signIn, signInByCookie } from "./sign-in.ts";
import { type Client, tellOfSignIn } from "./sign-in-events.ts";

/** A response, and the session for the browser's cookie. */
export interface SignedIn<Answer> {
  readonly cookie: NewSession;
  readonly answer: Answer;
}

/**
 * Opens an account, signs it in by cookie, and sends the link that confirms its email address.
 * @throws AppError VALIDATION_ERROR for a password that is easy to guess, USERNAME_TAKEN, EMAIL_TAKEN (409, `details` names the field),
 * RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function signup(
  ctx: Context,
  input: z.infer<typeof signupInput>,
): Promise<SignedIn<z.infer<typeof signupOutput>>> {
  await countVisitor(ctx);
  await requireGoodPassword(ctx, "password", input.password, input);
  const passwordHash = await ctx.passwords.hash(input.password);
  const { rows } = await sql<{ id: string }>`select nextval('ids') as id`.execute(ctx.db);
  const id = rows[0]?.id;
  const [given] = id === undefined ? [] : await ctx.depositAddresses([id]);
  if (id === undefined || given === undefined) throw new Error("There is no id or no address for a new member");
  const { userId, cookie } = await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("users")
      .values({
        id,
        username: input.username,
        email: input.email,
        password_hash: passwordHash,
        solana_address: given.address,
        address_version: given.version,
      })
      .execute()
      .catch((error: unknown) => {
        throw takenError(error);
      });
    await requireAddressNotKept(trx, { email: input.email, userId: id, now: ctx.now() });
    return { userId: id, cookie: await signInByCookie(trx, id, ctx, provedNow("password")) };
  });
  const user = await getMe(ctx, userId);
  const { solanaAddress } = user;
  const link = await sendVerification(ctx, userId);
  return { cookie, answer: { success: true, message: "Account created", user, solanaAddress, ...link } };
}

function takenError(error: unknown): unknown {
  const constraint = constraintOf(error);
  if (constraint === "users_username_key") {
    const message = "This username is already taken";
    return new AppError("USERNAME_TAKEN", { details: [{ field: "username", message }] });
  }
  if (constraint === "users_email_key") {
    return emailTaken();
  }
  return error;
}

/**
 * Signs in by cookie and also returns a bearer and a refresh token.
 * @throws AppError RATE_LIMITED; INVALID_CREDENTIALS: the same, after the same time, for an unknown email and a wrong password; only
 * with the right one, of a member with a second factor, SECOND_FACTOR_REQUIRED and SECOND_FACTOR_WRONG
 */
export async function login(
  ctx: Context,
  input: z.infer<typeof loginInput>,
): Promise<SignedIn<z.infer<typeof loginOutput>>> {
  const { opened, user } = await loginWith(ctx, input, "program", (trx, userId, proved) =>
    signIn(trx, userId, ctx, proved),
  );
  return { cookie: opened.cookie, answer: { success: true, ...opened.tokens, user } };
}

/**
 * Signs in a browser: by cookie alone, so that no script ever sees a token.
 * @throws AppError as {@link login}
 */
export async function loginBrowser(
  ctx: Context,
  input: z.infer<typeof loginInput>,
): Promise<SignedIn<z.infer<typeof browserLoginOutput>>> {
  const { opened, user } = await loginWith(ctx, input, "browser", (trx, userId, proved) =>
    signInByCookie(trx, userId, ctx, proved),
  );
  return { cookie: opened, answer: { success: true, user } };
}

async function loginWith<Opened>(
  ctx: Context,
  input: z.infer<typeof loginInput>,
  client: Client,
  open: (trx: Transaction<DB>, userId: string, proved: Proved) => Promise<Opened>,
): Promise<{ readonly opened: Opened; readonly user: User }> {
  const attempt = await countAttempt(ctx, input.email);
  const found = await findByEmail(ctx.db, input.email);
  const matches = await ctx.passwords
    .verify(found?.password_hash ?? null, input.password)
    .catch(async (error: unknown) => {
      await attempt.takeBack();
      throw error;
    });
  if (!found || !matches) throw new AppError("INVALID_CREDENTIALS");
  const device = ctx.knownDevice(input.email);
  const own = device === null ? null : `device:${device}:${found.id}`;
  const codeAttempt = await countCode(ctx, input.code, { userId: found.id, own });
  const at = await ctx.databaseNow();
  const opened = await withEffects(ctx, async (trx, effects) => {
    // A change in between ends this sign-in, too, and a later one waits for it and ends it.
    await requireSamePassword(trx, found.id, found.password_hash, "INVALID_CREDENTIALS");
    const factor = await requireCodeIfNeeded(trx, ctx, { userId: found.id, code: input.code, at });
    const result = await open(trx, found.id, provedNow(factor ?? "password"));
    const isTold = await tellOfSignIn(trx, effects, ctx, {
      member: found.id,
      client,
      isKnown: device !== null,
      factor,
    });
    return { result, isTold };
  }).catch(async (error: unknown) => {
    // The password was right: asking for the code isn't a failed sign-in.
    if (error instanceof AppError && error.code === "SECOND_FACTOR_REQUIRED") await attempt.takeBack();
    throw error;
  });
  if (opened.isTold) await mailSoon(ctx);
  await attempt.takeBack();
  await codeAttempt.takeBack();
  return { opened: opened.result, user: await cameIn(ctx, found.id) };
}

/** What follows every sign-in. @returns the member */
export async function cameIn(ctx: Context, userId: string): Promise<User> {
  // Ends the browser's previous sign-in, which nothing could reach anymore.
  if (ctx.session?.kind === "cookie" && ctx.viewer?.id === userId) await endFamily(ctx.db, ctx.session.familyId);
  await comeBy(ctx, userId);
  return getMe(ctx, userId);
}

/** Ends the sign-in that the request came with. A dead session has nothing to end, which is a success, too. */
export async function logout(ctx: Context): Promise<{ success: true }> {
  if (ctx.session) await endFamily(ctx.db, ctx.session.familyId);
  if (ctx.viewer) sessionsEnded(ctx, ctx.viewer.id);
  return { success: true };
}

/**
 * Exchanges a refresh token for a new pair. If a spent token comes again, it or its successor was stolen, so the whole
 * family ends (docs/DECISIONS.md §2).
 * @throws AppError UNAUTHENTICATED for an unknown, spent or ended one, TOKEN_EXPIRED
 */
export async function refresh(ctx: Context, input: z.infer<typeof refreshInput>): Promise<z.infer<typeof tokens>> {
  const tokenHash = hashSecret(input.refreshToken);
  const pair = await ctx.db.transaction().execute(async (trx) => {
    // Members are locked before their rows, so this and closing the account wait for each other.
    await sql`
      select from users where id = (select user_id from refresh_tokens where token_hash = ${tokenHash}) for key share
    `.execute(trx);
    const spent = await trx
      .updateTable("refresh_tokens")
      .set({ spent_at: ctx.now() })
      .where("token_hash", "=", tokenHash)
      .where("spent_at", "is", null)
      .where("expires_at", ">", ctx.now())
      .returning(["user_id", "family_id"])
      .executeTakeFirst();
    if (!spent) return null;
    const ended = await trx
      .deleteFrom("sessions")
      .where("family_id", "=", spent.family_id)
      .where("kind", "=", "bearer")
      .returning(["proof", "proved_at"])
      .execute();
    // A refresh token proves nothing, so the new session is as freshly proved as the one that it follows.
    const issued = await issueTokens(trx, spent.user_id, spent.family_id, ctx, latestProof(ended));
    return { userId: spent.user_id, issued };
  });
  if (pair) {
    await comeBy(ctx, pair.userId);
    return { success: true, ...pair.issued };
  }
  const known = await ctx.db
    .selectFrom("refresh_tokens")
    .select(["family_id", "spent_at"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (known?.spent_at) await endFamily(ctx.db, known.family_id);
  else if (known) throw new AppError("TOKEN_EXPIRED");
  throw new AppError("UNAUTHENTICATED", { message: "This refresh token is not valid" });
}

function latestProof(sessions: readonly { proof: string | null; proved_at: Date | null }[]): Proved | null {
  const [latest] = sessions
    .flatMap(({ proof, proved_at: at }) => (at ? [{ by: proofKind.parse(proof), at }] : []))
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  return latest ?? null;
}

/** Refuses a new password that equals the old one. */
export function assertChanged(current: string, next: string): void {
  if (current === next) throw invalidField("newPassword", "The new password must differ from the current one");
}
