import { type FactorKind, factorKind, type ProofKind } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { Context, Services } from "../../platform/context/index.ts";
import { AppError, proofsOf } from "../../platform/errors/errors.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import { isActiveFactor } from "../../platform/queries/index.ts";
import { plainRecoveryCode } from "./recovery-codes.ts";
import { stepOf } from "./totp.ts";

/** A code that a member gave, or didn't. */
interface Given {
  readonly userId: string;
  readonly code: string | undefined;
  /** By the database's clock. */
  readonly at: Date;
}

/** The secret of a factor is sealed under this name. */
export const sealedAs = (userId: string, factorId: string) => `totp ${userId} ${factorId}`;

/**
 * Counts a code as wrong until it is taken back. Only someone with the password or a session gets to give one. A thief who has the
 * password can use up the member's allowance, but not that of the member's own browser or session.
 * @param from.own the key of a known browser or an open session, whose allowance is used up first
 * @throws AppError RATE_LIMITED
 */
export async function countCode(
  ctx: Pick<Context, "consume" | "tryConsume" | "giveBack">,
  code: string | undefined,
  from: { readonly userId: string; readonly own: string | null },
): Promise<{ takeBack(): Promise<void> }> {
  if (code === undefined) return { takeBack: async () => undefined };
  const isOwn = from.own !== null && (await ctx.tryConsume("secondFactor", from.own));
  const key = isOwn && from.own !== null ? from.own : `member:${from.userId}`;
  if (!isOwn) await ctx.consume("secondFactor", key);
  return { takeBack: () => ctx.giveBack("secondFactor", key) };
}

/** The kinds of second factors that a member has and that count, in the order of the alphabet. */
export async function factorsOf(db: Kysely<DB>, userId: string): Promise<FactorKind[]> {
  const rows = await db
    .selectFrom("factors as f")
    .select("kind")
    .distinct()
    .where("user_id", "=", userId)
    .where(isActiveFactor)
    .orderBy("kind")
    .execute();
  return rows.map(({ kind }) => factorKind.parse(kind));
}

/**
 * Requires a right code of a member who has a second factor, and uses it up. The member's row must be locked.
 * @returns what it is a code of; null for a member without one
 * @throws AppError SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG
 */
export async function requireCodeIfNeeded(
  trx: Kysely<DB>,
  services: Pick<Services, "vault">,
  given: Given,
): Promise<ProofKind | null> {
  const { userId, code, at } = given;
  const factors = await factorsOf(trx, userId);
  if (factors.length === 0) return null;
  if (code === undefined)
    throw new AppError("SECOND_FACTOR_REQUIRED", { details: { proofs: [...proofsOf({ factors, firstFactors: [] })] } });
  const proof = await takeCode(trx, services, { userId, code, at });
  if (proof === null) throw new AppError("SECOND_FACTOR_WRONG");
  return proof;
}

async function takeCode(
  trx: Kysely<DB>,
  services: Pick<Services, "vault">,
  { userId, code, at }: Given & { readonly code: string },
): Promise<ProofKind | null> {
  const digits = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(digits)) return (await takeRecoveryCode(trx, userId, code)) ? "recovery_code" : null;
  return (await takeTotp(trx, services, { userId, code: digits, at }, "active")) === null ? null : "totp";
}

/**
 * Uses up a code of the member's authenticator app, in use or still being set up. A time step is used once: of two concurrent
 * uses, the second waits and finds it used.
 * @returns the factor's id, or null
 */
export async function takeTotp(
  trx: Kysely<DB>,
  { vault }: Pick<Services, "vault">,
  { userId, code, at }: Given & { readonly code: string },
  which: "active" | "pending",
): Promise<string | null> {
  const factor = await trx
    .selectFrom("factors as f")
    .select(["id", "secret"])
    .where("user_id", "=", userId)
    .where("kind", "=", "totp")
    .where(which === "active" ? isActiveFactor : sql<boolean>`f.confirmed_at is null`)
    .executeTakeFirst();
  const secret = factor?.secret && vault.open(factor.secret, sealedAs(userId, factor.id));
  const step = secret ? stepOf(secret, code, at) : null;
  if (!factor || step === null) return null;
  const used = await trx
    .updateTable("factors")
    .set({ last_step: step })
    .where("id", "=", factor.id)
    .where(sql<boolean>`coalesce(last_step < ${step}, true)`)
    .returning("id")
    .executeTakeFirst();
  return used?.id ?? null;
}

async function takeRecoveryCode(trx: Kysely<DB>, userId: string, typed: string): Promise<boolean> {
  const code = plainRecoveryCode(typed);
  if (code === null) return false;
  const used = await trx
    .updateTable("recovery_codes")
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashSecret(code))
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return used !== undefined;
}
