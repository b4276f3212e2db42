import { randomUUID } from "node:crypto";
import { DAY_MS, SESSION } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Context } from "../../platform/context/index.ts";
import { noteLanguage } from "../../platform/language/index.ts";
import { generateSecret, hashSecret } from "../../platform/proofs/index.ts";
import { lockMember } from "../second-factor/index.ts";
import { type NewSession, openSession, type Proved } from "./session-core.ts";

/** Open sign-ins of one member by browsers, and by programs; the next one ends the one that was used longest ago. */
export const MOST_OPEN = 100;

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

/** {@link endFamilyIn} in a transaction of its own, with the member locked. */
export async function endFamily(db: Kysely<DB>, userId: string, familyId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    await endFamilyIn(trx, familyId);
  });
}

/**
 * Ends everything that one sign-in opened. Spent refresh tokens stay until they are swept: there may be very many, and they open
 * nothing. Needs the member's lock, for which an exchange under way is waited.
 * @returns whether anything was left of it
 */
export async function endFamilyIn(trx: Transaction<DB>, familyId: string): Promise<boolean> {
  const sessions = await trx.deleteFrom("sessions").where("family_id", "=", familyId).executeTakeFirst();
  const refreshTokens = await trx
    .deleteFrom("refresh_tokens")
    .where("family_id", "=", familyId)
    .where("spent_at", "is", null)
    .executeTakeFirst();
  return sessions.numDeletedRows + refreshTokens.numDeletedRows > 0n;
}

/**
 * Ends every sign-in of the member, as {@link endFamilyIn} does, and no browser or program is known any more: one of them may be a thief's.
 * @param keep one that goes on, and then so does what is known
 */
export async function endOtherFamilies(trx: Kysely<DB>, userId: string, keep: string | null): Promise<void> {
  let sessions = trx.deleteFrom("sessions").where("user_id", "=", userId);
  let refreshTokens = trx.deleteFrom("refresh_tokens").where("user_id", "=", userId).where("spent_at", "is", null);
  if (keep !== null) {
    sessions = sessions.where("family_id", "!=", keep);
    refreshTokens = refreshTokens.where("family_id", "!=", keep);
  }
  await sessions.execute();
  await refreshTokens.execute();
  if (keep === null) {
    await trx.deleteFrom("known_programs").where("user_id", "=", userId).execute();
    await sql`update users set sign_ins_ended_at = clock_timestamp() where id = ${userId}`.execute(trx);
  }
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

/** What a browser that signs in to an account keeps to be known there, until {@link endOtherFamilies}: of a row of `users`. */
export const browserMarkSql = sql<string>`concat_ws(' ', id, extract(epoch from sign_ins_ended_at))`;

/** {@link browserMarkSql} of a member. */
export async function browserMark(db: Kysely<DB>, userId: string): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select ${browserMarkSql} as mark from users where id = ${userId}`.execute(db);
  return rows[0]?.mark ?? userId;
}

/**
 * Ends the sign-ins that were used longest ago where a member has more than {@link MOST_OPEN} by browsers, or by programs: one that
 * signs in at every run doesn't push a browser out. Some hundred at a time.
 */
export async function endUnused(db: Kysely<DB>, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select family_id::text as id,
        row_number() over (partition by bool_or(kind = 'bearer') order by max(used_at) desc, family_id) as place
      from (
        select family_id, kind, coalesce(used_at, created_at) as used_at from sessions where user_id = ${userId}
        union all
        select family_id, 'bearer', greatest(began_at, expires_at - make_interval(days => ${SESSION.refreshDays}))
          from refresh_tokens where user_id = ${userId} and spent_at is null) as open
      group by family_id) as ranked
     where place > ${MOST_OPEN} limit 500`.execute(db);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    await trx.deleteFrom("sessions").where("family_id", "in", ids).execute();
    await trx.deleteFrom("refresh_tokens").where("family_id", "in", ids).where("spent_at", "is", null).execute();
  });
}
