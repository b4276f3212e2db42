import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";

/**
 * Compares a password that the caller gave again, for something that a stolen session mustn't do. The caller's attempts are counted
 * before it.
 * @returns the hash that it matches, for {@link requireSamePassword}
 * @throws AppError WRONG_PASSWORD
 */
export async function confirmPassword(ctx: MemberContext, password: string): Promise<string> {
  const row = await ctx.db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", ctx.viewer.id)
    .executeTakeFirst();
  const hash = row?.password_hash ?? null;
  const matches = await ctx.passwords.verify(hash, password);
  if (hash === null || !matches) throw new AppError("WRONG_PASSWORD");
  return hash;
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
    .where("password_hash", "=", passwordHash)
    .forShare()
    .executeTakeFirst();
  if (!row) throw new AppError(refusal);
}
