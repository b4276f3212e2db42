import { randomUUID } from "node:crypto";
import { DAY_MS, SESSION } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import type { BrowserMark, Context, MemberContext } from "../../platform/context/index.ts";
import { generateSecret, hashSecret } from "../../platform/proofs/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { recordOnceADay } from "../notifications/index.ts";
import { lockMember } from "../second-factor/index.ts";
import { type NewSession, openSession, type Proved } from "./session-core.ts";

/** Open sign-ins that one member may have in browsers, and again in programs. One more ends the least recently used. */
export const MOST_OPEN = 100;

/** A bearer token and the refresh token that follows it. */
export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

/** Where a sign-in comes from. */
type Device = Pick<Context, "now" | "userAgent" | "subnet">;

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

/** Signs in a browser. */
export async function signInByCookie(
  trx: Kysely<DB>,
  userId: string,
  { userAgent, subnet: network }: Device,
  proved: Proved,
  familyId: string = randomUUID(),
): Promise<NewSession> {
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

/** {@link endFamiliesIn} in its own transaction, with the member locked. */
export async function endFamilies(db: Kysely<DB>, userId: string, familyIds: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    await endFamiliesIn(trx, familyIds);
  });
}

/**
 * Ends everything that these sign-ins opened. Spent refresh tokens stay until they are swept: there may be very many, and they open
 * nothing. Needs the member's lock, which waits for an exchange under way.
 * @returns whether there was anything left to end
 */
export async function endFamiliesIn(trx: Transaction<DB>, familyIds: readonly string[]): Promise<boolean> {
  const sessions = await trx.deleteFrom("sessions").where("family_id", "in", familyIds).executeTakeFirst();
  const refreshTokens = await trx
    .deleteFrom("refresh_tokens")
    .where("family_id", "in", familyIds)
    .where("spent_at", "is", null)
    .executeTakeFirst();
  return sessions.numDeletedRows + refreshTokens.numDeletedRows > 0n;
}

/**
 * Ends every sign-in of the member, as {@link endFamiliesIn} does, and forgets their known browsers and programs: one may be a thief's.
 * @param keep a sign-in to leave open; known browsers and programs are kept then, too
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

/**
 * Forgets the browsers and programs that have signed in to an account, as ending every sign-in does: one whose sign-in a member ends may be
 * a thief's. Nothing links a sign-in to its browser, so others are told of once more, too. Needs the member's lock.
 */
export async function forgetDevices(trx: Kysely<DB>, userId: string): Promise<void> {
  await trx.deleteFrom("known_programs").where("user_id", "=", userId).execute();
  await sql`update users set browsers_forgotten_at = clock_timestamp() where id = ${userId}`.execute(trx);
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

/** The moment of a {@link BrowserMark}, from a row of `users`. */
export const browsersForgottenSql = sql<
  string | null
>`extract(epoch from greatest(sign_ins_ended_at, browsers_forgotten_at))::text`;

/** Reads what identifies a member's account to a browser now. */
export async function browserMark(db: Kysely<DB>, userId: string): Promise<BrowserMark> {
  const { rows } = await sql<{ endedAt: string | null }>`
    select ${browsersForgottenSql} as "endedAt" from users where id = ${userId}`.execute(db);
  return { userId, endedAt: rows[0]?.endedAt ?? null };
}

/**
 * Keeps the caller's browser known while all others are forgotten.
 * @param forget makes the account's browsers unknown
 * @returns what the caller's browser is known by from now on; null if it was unknown before, so that a thief's browser never becomes known
 */
export async function stayingKnown(
  trx: Kysely<DB>,
  { knownDevice, viewer }: MemberContext,
  forget: () => Promise<void>,
): Promise<BrowserMark | null> {
  const wasKnown = knownDevice(await browserMark(trx, viewer.id)) !== null;
  await forget();
  return wasKnown ? await browserMark(trx, viewer.id) : null;
}

/**
 * Ends a member's least recently used sign-ins beyond {@link MOST_OPEN}, and lists it, because a thief could sign in until the owner's are
 * out. Browsers and programs are counted separately, so a script that signs in on every run doesn't sign a browser out.
 */
export async function endUnused(ctx: Context, userId: string): Promise<void> {
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
     where place > ${MOST_OPEN} limit 500`.execute(ctx.db);
  if (rows.length === 0) return;
  const unused = rows.map(({ id }) => id);
  await withEffects(ctx, async (trx, effects) => {
    await lockMember(trx, userId);
    if (!(await endFamiliesIn(trx, unused))) return;
    const event = { kind: "session_limit_reached", from: ctx, isNotified: false } as const;
    await recordOnceADay(trx, effects, { ...event, member: userId, at: ctx.now() });
  });
}
