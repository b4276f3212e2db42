import { SECOND_FACTOR } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { Context } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import { lockMember } from "./lock-member.ts";
import { countCode } from "./require-code.ts";

const { told: TOLD, most: MOST, days: DAYS } = SECOND_FACTOR.wrongCodes;
const since = sql`clock_timestamp() - make_interval(days => ${DAYS})`;

interface Given {
  readonly userId: string;
  readonly code: string | undefined;
  /** The key of a browser or session of the member's own, which has an allowance of its own. */
  readonly own: string | null;
}

/**
 * Runs what uses a code, which counts as wrong unless that succeeds: for minutes ({@link countCode}), and for weeks, so that patience
 * doesn't find one either. From a number of wrong codes on, the owner hears of it. Only someone with the password or another first
 * factor, or a session, gets this far.
 * @throws AppError RATE_LIMITED; SECOND_FACTOR_LOCKED for a code of an app; what `use` throws
 */
export async function tryCode<Result>(ctx: Context, given: Given, use: () => Promise<Result>): Promise<Result> {
  const { userId, code, own } = given;
  if (code === undefined) return use();
  const counted = await countCode(ctx, code, { userId, own });
  const attempt = await noteAttempt(ctx, given);
  // A recovery code can't be guessed, so it is taken in any case.
  if (attempt === null && isOfApp(code)) {
    await counted.takeBack();
    throw new AppError("SECOND_FACTOR_LOCKED");
  }
  const result = await use().catch(async (error: unknown) => {
    const isWrong = error instanceof AppError && error.code === "SECOND_FACTOR_WRONG";
    if (isWrong) await tellIfOften(ctx, userId);
    // The code was right, or nobody looked at it.
    else if (error instanceof AppError) await forget(ctx, attempt);
    throw error;
  });
  await counted.takeBack();
  await wasRight(ctx, given, attempt);
  return result;
}

const isOfApp = (code: string) => /^\d{6}$/.test(code.replace(/\s/g, ""));

const placeOf = ({ own }: Given, { subnet }: Context) => hashSecret(own ?? `network:${subnet}`);

/**
 * Stores an attempt, one at a time for each member, so that many at once don't pass. A new password leaves as much again, but not each:
 * whoever reads the mailbox can set one after the other. All browsers and sessions of the member's own together have twice the allowance of one,
 * because a thief with the password can make as many as they like.
 * @returns its id; null if the allowance is spent
 */
async function noteAttempt(ctx: Context, given: Given): Promise<string | null> {
  const { userId, own } = given;
  const place = placeOf(given, ctx);
  const isHere = own === null ? sql`true` : sql`from_hash = ${place}`;
  return ctx.db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    const { rows } = await sql<{ id: string }>`
      insert into code_attempts (user_id, from_hash, is_own)
      select ${userId}, ${place}, ${own !== null} from (
        select count(*) filter (where state <> 'void' and ${isHere}) as lately, count(*) filter (where ${isHere}) as ever,
               count(*) filter (where state = 'wrong') as everywhere
          from code_attempts where user_id = ${userId} and created_at > ${since} and is_own = ${own !== null}) as spent
       where lately < ${MOST} and ever < ${2 * MOST} and everywhere < ${2 * MOST}
      returning id::text as id`.execute(trx);
    return rows[0]?.id ?? null;
  });
}

/** Wrong codes before a right one from the same place were typing errors. */
async function wasRight(ctx: Context, given: Given, attempt: string | null): Promise<void> {
  const { userId } = given;
  await forget(ctx, attempt);
  await ctx.db
    .updateTable("code_attempts")
    .set({ state: "corrected" })
    .where("user_id", "=", userId)
    .where("from_hash", "=", placeOf(given, ctx))
    .where("state", "=", "wrong")
    .execute();
}

async function forget({ db }: Context, attempt: string | null): Promise<void> {
  if (attempt !== null) await db.deleteFrom("code_attempts").where("id", "=", attempt).execute();
}

/** By a job, which nothing waits for. */
async function tellIfOften(ctx: Context, userId: string): Promise<void> {
  if ((await wrongCodesOf(ctx.db, userId)) < TOLD) return;
  await ctx.enqueue("wrong-codes", { userId }).catch(() => undefined);
}

/** How many wrong codes the owner should hear of. */
export async function wrongCodesOf(db: Kysely<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from code_attempts
     where user_id = ${userId} and state = 'wrong' and created_at > ${since}`.execute(db);
  return rows[0]?.wrong ?? 0;
}

/** Whoever entered them doesn't know the new password, or has to guess codes of another app. Needs the member's lock. */
export async function voidWrongCodes(trx: Kysely<DB>, userId: string): Promise<void> {
  await trx.updateTable("code_attempts").set({ state: "void" }).where("user_id", "=", userId).execute();
}

/** Removes attempts that no longer count. */
export async function removeOldCodes(db: Kysely<DB>): Promise<void> {
  await sql`delete from code_attempts where created_at <= ${since}`.execute(db);
}
