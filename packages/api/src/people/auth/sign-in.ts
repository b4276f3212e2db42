import { randomUUID } from "node:crypto";
import { DAY_MS, SESSION } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Context } from "../../platform/context/index.ts";
import { noteLanguage } from "../../platform/language/index.ts";
import { generateSecret, hashSecret } from "../../platform/proofs/index.ts";
import { type NewSession, openSession, type Proved } from "./session-core.ts";

/** A bearer token and the refresh token that follows it. */
export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

/** Where a sign-in comes from. */
type Device = Pick<Context, "now" | "userAgent" | "subnet" | "language">;

/**
 * Issues the next pair of a family: a bearer token for an hour, and a refresh token for 30 days or until the sign-in is 90 days old.
 * @param family.beganAt when it signed in
 */
export async function issueTokens(
  trx: Kysely<DB>,
  userId: string,
  { now, userAgent, subnet: network }: Device,
  family: { readonly familyId: string; readonly beganAt: Date; readonly proved: Proved | null },
): Promise<TokenPair> {
  const { familyId, beganAt } = family;
  const bearer = await openSession(trx, userId, { ...family, kind: "bearer", userAgent, network });
  const refreshToken = generateSecret();
  const expiresAt = Math.min(
    now().getTime() + SESSION.refreshDays * DAY_MS,
    beganAt.getTime() + SESSION.absoluteDays * DAY_MS,
  );
  await trx
    .insertInto("refresh_tokens")
    .values({
      token_hash: hashSecret(refreshToken),
      user_id: userId,
      family_id: familyId,
      began_at: beganAt,
      expires_at: new Date(expiresAt),
    })
    .execute();
  return { token: bearer.token, refreshToken };
}

/** Signs in a browser, and notes its language for the member's mails. */
export async function signInByCookie(
  trx: Kysely<DB>,
  userId: string,
  { userAgent, subnet: network, language }: Device,
  proved: Proved,
  familyId: string = randomUUID(),
): Promise<NewSession> {
  const read = language();
  if (read !== null) await noteLanguage(trx, userId, read);
  return openSession(trx, userId, { familyId, kind: "cookie", userAgent, network, proved });
}

/** Signs in: a cookie session and, for clients without cookies, a pair of tokens, all of one family. */
export async function signIn(
  trx: Kysely<DB>,
  userId: string,
  device: Device,
  proved: Proved,
): Promise<{ cookie: NewSession; tokens: TokenPair }> {
  const familyId = randomUUID();
  const cookie = await signInByCookie(trx, userId, device, proved, familyId);
  return { cookie, tokens: await issueTokens(trx, userId, device, { familyId, beganAt: device.now(), proved }) };
}

/**
 * Ends everything that one sign-in opened. Locks its refresh tokens first, so an exchange under way finishes and its
 * new pair ends, too; a later one finds its token gone.
 */
export async function endFamily(db: Kysely<DB>, familyId: string): Promise<void> {
  await db.transaction().execute((trx) => endFamilyIn(trx, familyId));
}

/** {@link endFamily} as a part of a transaction. */
export async function endFamilyIn(trx: Transaction<DB>, familyId: string): Promise<void> {
  await trx
    .selectFrom("refresh_tokens")
    .select("token_hash")
    .where("family_id", "=", familyId)
    .orderBy("token_hash")
    .forUpdate()
    .execute();
  await trx.deleteFrom("sessions").where("family_id", "=", familyId).execute();
  await trx.deleteFrom("refresh_tokens").where("family_id", "=", familyId).execute();
}

/** Ends every sign-in of the member except, if given, one. Waits for exchanges under way, as {@link endFamily} does. */
export async function endOtherFamilies(trx: Kysely<DB>, userId: string, keep: string | null): Promise<void> {
  await trx
    .selectFrom("refresh_tokens")
    .select("token_hash")
    .where("user_id", "=", userId)
    .orderBy("token_hash")
    .forUpdate()
    .execute();
  let sessions = trx.deleteFrom("sessions").where("user_id", "=", userId);
  let refreshTokens = trx.deleteFrom("refresh_tokens").where("user_id", "=", userId);
  if (keep !== null) {
    sessions = sessions.where("family_id", "!=", keep);
    refreshTokens = refreshTokens.where("family_id", "!=", keep);
  }
  await sessions.execute();
  await refreshTokens.execute();
  await voidEmailChange(trx, userId);
}

/** Voids a change of address that isn't confirmed: a thief may have asked for it, to a mailbox of their own. */
export async function voidEmailChange(trx: Kysely<DB>, userId: string): Promise<void> {
  await trx.deleteFrom("email_changes").where("user_id", "=", userId).where("confirmed_at", "is", null).execute();
}

/** Makes the member's open streams check whether their session has ended. */
export function sessionsEnded({ signals }: Pick<Context, "signals">, userId: string): void {
  signals.publish("notifications", [userId]);
}

/** Ends every sign-in of the member except, if given, one, and every link to reset the password, also those that aren't mailed yet. */
export async function endAccess(trx: Kysely<DB>, userId: string, keep: string | null): Promise<void> {
  await endOtherFamilies(trx, userId, keep);
  await trx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
  await sql`update users set access_ended_at = clock_timestamp() where id = ${userId}`.execute(trx);
}
