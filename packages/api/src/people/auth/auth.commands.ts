import { type loginInput, proofKind, type refreshInput, type tokens } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import { countFailure, requireSamePassword } from "../password-check/index.ts";
import { comeBy } from "../reputation/index.ts";
import { lockMember, requireCodeIfNeeded, tryCode } from "../second-factor/index.ts";
import { countAttempt } from "./auth.limits.ts";
import { findByEmail } from "./auth.queries.ts";
import { type Door, enter, ownBrowser, type SignedIn } from "./enter.ts";
import type { Proved } from "./session-core.ts";
import { endFamilies, endFamiliesIn, issueTokens, sessionsEnded, type TokenPair, voidEmailChange } from "./sign-in.ts";

/**
 * Signs in with a password.
 * @throws AppError RATE_LIMITED; INVALID_CREDENTIALS: the same, after the same time, for an unknown email and a wrong password; only
 * with the right one, of a member with a second factor, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG and SECOND_FACTOR_LOCKED
 */
export async function login<Answer>(
  ctx: Context,
  input: z.infer<typeof loginInput>,
  door: Door<Answer>,
): Promise<SignedIn<Answer>> {
  const found = await findByEmail(ctx.db, input.email);
  if (found) ctx.nameMember(found.id);
  const mark = found && { userId: found.id, endedAt: found.browsersForgottenAt };
  const own = mark ? ownBrowser(ctx, mark) : null;
  const attempt = await countAttempt(ctx, { email: input.email, own });
  const matches = await ctx.passwords
    .verify(found?.password_hash ?? null, input.password)
    .catch(async (error: unknown) => {
      await attempt.takeBack();
      throw error;
    });
  if (!found || !mark || !matches) {
    await countFailure(ctx, input.email);
    throw new AppError("INVALID_CREDENTIALS");
  }
  const { id: userId, password_hash: passwordHash } = found;
  const { code } = input;
  const at = await ctx.databaseNow();
  return tryCode(ctx, { userId, code, own }, () =>
    enter(ctx, door, [attempt], async (trx) => {
      // A change in between ends this sign-in, too, and a later one waits for it and ends it.
      await requireSamePassword(trx, userId, passwordHash, "INVALID_CREDENTIALS");
      const factor = await requireCodeIfNeeded(trx, ctx, { userId, code, at });
      return { mark, by: factor ?? "password", factor, isKnown: own !== null };
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === "SECOND_FACTOR_WRONG") await countFailure(ctx, input.email);
    throw error;
  });
}

/** Ends the sign-in that the request came with. A dead session has nothing to end, which is a success, too. */
export async function logout(ctx: Context): Promise<{ success: true }> {
  if (ctx.session && ctx.viewer) {
    await endFamilies(ctx.db, ctx.viewer.id, [ctx.session.familyId]);
    sessionsEnded(ctx, ctx.viewer.id);
  }
  return { success: true };
}

/**
 * Exchanges a refresh token for a new pair, until the sign-in is `SESSION.absoluteDays` old. If a spent token comes again, it or its successor was stolen, so the whole
 * family ends, and a change of address that it may have asked for (docs/DECISIONS.md §2).
 * @throws AppError UNAUTHENTICATED for an unknown, spent or ended one, TOKEN_EXPIRED, RATE_LIMITED
 */
export async function refresh(ctx: Context, input: z.infer<typeof refreshInput>): Promise<z.infer<typeof tokens>> {
  const tokenHash = hashSecret(input.refreshToken);
  const found = await findToken(ctx, tokenHash);
  if (found) {
    ctx.nameMember(found.userId);
    // Before the limit, so that others at the address can't keep a stolen token from being noticed. A sign-in ends only once.
    await endStolen(ctx, found);
  }
  // Before any lock. What opens nothing counts by address, so that someone with an old token doesn't use up the owner's exchanges.
  await ctx.consume("refresh", found?.isOpen ? found.familyId : `address:${ctx.network}`);
  if (found?.isOpen) {
    const pair = await exchange(ctx, tokenHash);
    if (pair) {
      await comeBy(ctx, pair.userId);
      return { success: true, ...pair.issued };
    }
    // It was spent or ended meanwhile.
    const since = await findToken(ctx, tokenHash);
    if (since) await endStolen(ctx, since);
  } else if (found && !found.spent) {
    throw new AppError("TOKEN_EXPIRED");
  }
  throw new AppError("UNAUTHENTICATED", { message: "This refresh token is not valid" });
}

/** A refresh token as it is stored. */
interface Known {
  readonly userId: string;
  readonly familyId: string;
  /** Whether it can be exchanged. */
  readonly isOpen: boolean;
  readonly spent: boolean;
  /** Whether every sign-in was ended after it was spent; null if they never were. */
  readonly ended: boolean | null;
  /** Whether its sign-in has anything left to end. */
  readonly isAlive: boolean;
}

async function findToken({ db, now }: Context, tokenHash: Buffer): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select r.user_id as "userId", r.family_id as "familyId", r.spent_at is null and r.expires_at > ${now()} as "isOpen",
      r.spent_at is not null as spent, r.spent_at < u.sign_ins_ended_at as ended,
      exists (select from sessions s where s.family_id = r.family_id)
        or exists (select from refresh_tokens o where o.family_id = r.family_id and o.spent_at is null) as "isAlive"
      from refresh_tokens r join users u on u.id = r.user_id where r.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}

/** Spends a token for the next pair. @returns null if it was spent or ended meanwhile */
function exchange(ctx: Context, tokenHash: Buffer): Promise<{ userId: string; issued: TokenPair } | null> {
  return ctx.db.transaction().execute(async (trx) => {
    // Members are locked before their rows, so this and what ends the sign-in wait for each other.
    await sql`
      select from users where id = (select user_id from refresh_tokens where token_hash = ${tokenHash}) for share
    `.execute(trx);
    const spent = await trx
      .updateTable("refresh_tokens")
      .set({ spent_at: sql<Date>`clock_timestamp()` })
      .where("token_hash", "=", tokenHash)
      .where("spent_at", "is", null)
      .where("expires_at", ">", ctx.now())
      .returning(["user_id", "family_id", "began_at"])
      .executeTakeFirst();
    if (!spent) return null;
    const ended = await trx
      .deleteFrom("sessions")
      .where("family_id", "=", spent.family_id)
      .where("kind", "=", "bearer")
      .returning(["proof", "proved_at"])
      .execute();
    // A refresh token proves nothing, so the new session is as freshly proved as the one that it follows.
    const { user_id: userId, family_id: familyId, began_at: beganAt } = spent;
    const issued = await issueTokens(trx, userId, ctx, { familyId, beganAt, proved: latestProof(ended) });
    return { userId, issued };
  });
}

/** Ends the sign-in of a token that was spent before, which two have then. One spent before all sign-ins were ended says nothing about later ones. */
async function endStolen(ctx: Context, { userId, familyId, spent, ended, isAlive }: Known): Promise<void> {
  if (!spent || ended || !isAlive) return;
  await ctx.db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    // A sign-in that has ended took its powers along.
    if (await endFamiliesIn(trx, [familyId])) await voidEmailChange(trx, userId);
  });
  sessionsEnded(ctx, userId);
}

function latestProof(sessions: readonly { proof: string | null; proved_at: Date | null }[]): Proved | null {
  const [latest] = sessions
    .flatMap(({ proof, proved_at: at }) => (at ? [{ by: proofKind.parse(proof), at }] : []))
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  return latest ?? null;
}
