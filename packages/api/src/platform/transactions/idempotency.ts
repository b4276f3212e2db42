import { createHash } from "node:crypto";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { Effects, MemberContext } from "../context/index.ts";
import { AppError } from "../errors/errors.ts";
import { withEffects } from "./effects.ts";

/**
 * Runs a command in a transaction, once per Idempotency-Key of the caller. The same key with the same input returns the
 * first answer, waiting for it if necessary; with other input it is refused. The key is taken in the command's
 * transaction, so a failed command doesn't use it up (docs/DECISIONS.md 1.11).
 * @param call names the procedure, so a key of one isn't a key of another
 * @throws AppError IDEMPOTENCY_CONFLICT, and the command's errors
 */
export async function once<T extends object>(
  ctx: MemberContext,
  args: {
    call: string;
    input: object;
    output: z.ZodType<T>;
    run: (trx: Transaction<DB>, effects: Effects) => Promise<T>;
  },
): Promise<T> {
  const key = ctx.idempotencyKey;
  if (key === null) return withEffects(ctx, args.run);
  const requestHash = hashRequest(args.call, args.input);
  return withEffects(ctx, async (trx, effects) => {
    const taken = await trx
      .insertInto("idempotency_keys")
      .values({ user_id: ctx.viewer.id, key, request_hash: requestHash })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (taken.numInsertedOrUpdatedRows === 0n) {
      return args.output.parse(await firstAnswer(trx, ctx.viewer.id, key, requestHash));
    }
    const response = await args.run(trx, effects);
    await trx
      .updateTable("idempotency_keys")
      .set({ response: JSON.stringify(response) })
      .where("user_id", "=", ctx.viewer.id)
      .where("key", "=", key)
      .execute();
    return response;
  });
}

/**
 * Like {@link once}, for a command that calls the chain and so can't be one database transaction. The command itself
 * must be safe to repeat: the key only fixes the answer. Only final answers are stored; anything under way is evaluated
 * again.
 * @param args.keep whether an answer is final
 * @throws AppError IDEMPOTENCY_CONFLICT, and the command's errors
 */
export async function remembered<T extends object>(
  ctx: MemberContext,
  args: { call: string; input: object; output: z.ZodType<T>; keep: (answer: T) => boolean; run: () => Promise<T> },
): Promise<T> {
  const key = ctx.idempotencyKey;
  if (key === null) return args.run();
  const hash = hashRequest(args.call, args.input);
  const own = { user_id: ctx.viewer.id, key };
  await ctx.db
    .insertInto("idempotency_keys")
    .values({ ...own, request_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = await firstAnswer(ctx.db, own.user_id, key, hash);
  if (known !== null) return args.output.parse(known);
  try {
    const answer = await args.run();
    if (args.keep(answer)) {
      const response = JSON.stringify(answer);
      await ctx.db
        .updateTable("idempotency_keys")
        .set({ response })
        .where("user_id", "=", own.user_id)
        .where("key", "=", own.key)
        .where("response", "is", null)
        .execute();
    }
    return answer;
  } catch (error) {
    // As with a command in one transaction, a failure doesn't use up its key.
    await ctx.db
      .deleteFrom("idempotency_keys")
      .where("user_id", "=", own.user_id)
      .where("key", "=", own.key)
      .where("response", "is", null)
      .execute();
    throw error;
  }
}

/**
 * Returns the stored answer under the caller's key, for a command that reads the outside world before its transaction:
 * a repeated call gets the first answer, whatever has changed since.
 * @returns null without a key, or when it has no answer yet
 * @throws AppError IDEMPOTENCY_CONFLICT
 */
export async function answeredBefore<T extends object>(
  ctx: MemberContext,
  { call, input, output }: { call: string; input: object; output: z.ZodType<T> },
): Promise<T | null> {
  if (ctx.idempotencyKey === null) return null;
  const first = await firstAnswer(ctx.db, ctx.viewer.id, ctx.idempotencyKey, hashRequest(call, input));
  return first === null ? null : output.parse(first);
}

/** @throws AppError IDEMPOTENCY_CONFLICT when the key belongs to another request */
async function firstAnswer(db: MemberContext["db"], userId: string, key: string, hash: Buffer): Promise<unknown> {
  const first = await db
    .selectFrom("idempotency_keys")
    .select(["request_hash", "response"])
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (first && !first.request_hash.equals(hash)) throw new AppError("IDEMPOTENCY_CONFLICT");
  return first?.response ?? null;
}

function hashRequest(call: string, input: object): Buffer {
  const body = JSON.stringify(input, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  return createHash("sha256").update(call).update("\0").update(body).digest();
}

/** Removes keys older than a day, after which nobody repeats a call. */
export async function removeOldKeys(db: MemberContext["db"], now: Date): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", new Date(now.getTime() - 86_400_000))
    .execute();
}
