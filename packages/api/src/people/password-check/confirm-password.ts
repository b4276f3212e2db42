import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, invalidField, requireFreshProof } from "../../platform/errors/errors.ts";
import { countFailure } from "./count-failure.ts";

/** The key that limits tries at the password: one for each sign-in. */
export const triesKey = ({ session }: Pick<MemberContext, "session">): string => `session:${session.familyId}`;

/**
 * Compares a password that the caller gave again, for something that a stolen session mustn't do. Wrong ones count by sign-in, so that a
 * thief's don't keep the owner out, and the owner hears of many.
 * @returns the hash that it matches, for {@link requireSamePassword}
 * @throws AppError WRONG_PASSWORD, RATE_LIMITED
 */
export async function confirmPassword(ctx: MemberContext, password: string): Promise<string> {
  await ctx.consume("signIn", triesKey(ctx));
  const row = await ctx.db
    .selectFrom("users")
    .select(["password_hash", "email"])
    .where("id", "=", ctx.viewer.id)
    .executeTakeFirst();
  const hash = row?.password_hash ?? null;
  const matches = await ctx.passwords.verify(hash, password);
  if (hash === null || !matches) {
    if (row?.email) await countFailure(ctx, row.email);
    throw new AppError("WRONG_PASSWORD");
  }
  return hash;
}

/**
 * {@link confirmPassword} of a member who may have none, and then has just proved in another way who they are.
 * @returns null for a member without a password
 * @throws AppError WRONG_PASSWORD, RATE_LIMITED; VALIDATION_ERROR if a password is needed and missing; STEP_UP_REQUIRED
 */
export async function confirmPasswordOrProof(ctx: MemberContext, password: string | undefined): Promise<string | null> {
  if (!ctx.session.firstFactors.includes("password")) {
    requireFreshProof(ctx);
    return null;
  }
  if (password === undefined) throw invalidField("password", "Password is required");
  return confirmPassword(ctx, password);
}

/**
 * Requires that a password that was compared is still current, and keeps it so until the transaction ends. A change waits for it.
 * @throws AppError `refusal`
 */
export async function requireSamePassword(
  trx: Kysely<DB>,
  userId: string,
  passwordHash: string | null,
  refusal: "WRONG_PASSWORD" | "INVALID_CREDENTIALS" = "WRONG_PASSWORD",
): Promise<void> {
  const row = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("password_hash", "is not distinct from", passwordHash)
    .forShare()
    .executeTakeFirst();
  if (!row) throw new AppError(refusal);
}
