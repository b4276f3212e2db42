import { DAY_MS, UPLOADS } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import type { LocalFile, MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { requireOpenSession } from "../../platform/proofs/index.ts";
import { durationOf, requireUploadsOf } from "../trust/index.ts";
import { roomFrom } from "./allowance.rules.ts";

export type UploadKind = "IMAGE" | "VIDEO" | "AVATAR";

export interface NewUpload {
  readonly key: string;
  readonly kind: UploadKind;
  readonly file: LocalFile;
}

/**
 * Stores a member's file. The row is written before the file is stored, so a failure in between leaves no unknown file.
 * @returns its address
 * @throws AppError UPLOAD_LIMIT and RATE_LIMITED with `until` and `retryAfter` in seconds, SERVICE_UNAVAILABLE; UNAUTHENTICATED and
 *   ACCOUNT_SUSPENDED if that is so by now, because a file may take minutes to come
 */
export async function keepUpload(ctx: MemberContext, { key, kind, file }: NewUpload): Promise<string> {
  const now = ctx.now();
  await ctx.db.transaction().execute(async (trx) => {
    // Serialized per member, so concurrent uploads count each other.
    await sql`select pg_advisory_xact_lock(hashtextextended('uploads', ${ctx.viewer.id}::bigint))`.execute(trx);
    await requireStillAllowed(trx, ctx);
    await requireUploadAllowance(trx, ctx, file.bytes);
    await trx
      .insertInto("uploads")
      .values({ key, kind, owner_id: ctx.viewer.id, bytes: file.bytes, created_at: now })
      .execute();
  });
  try {
    const url = await ctx.media.put(key, file);
    await ctx.db.updateTable("uploads").set({ url }).where("key", "=", key).execute();
    return url;
  } catch (error) {
    await ctx.db.deleteFrom("uploads").where("key", "=", key).execute();
    throw error;
  }
}

async function requireStillAllowed(trx: Transaction<DB>, ctx: MemberContext): Promise<void> {
  await requireOpenSession(trx, ctx);
  const { rows } = await sql`select from users where id = ${ctx.viewer.id} and suspended_at is not null`.execute(trx);
  if (rows.length > 0) throw new AppError("ACCOUNT_SUSPENDED");
}

/**
 * Refuses what exceeds a member's files and bytes in 24 hours, whatever their trust level, and the bytes of their level.
 * @param bytes of the coming file; 1 while unknown
 * @throws AppError UPLOAD_LIMIT, or RATE_LIMITED, with `until` and `retryAfter` in seconds: when enough of them no longer counts
 */
export async function requireUploadAllowance(db: Kysely<DB>, ctx: MemberContext, bytes = 1): Promise<void> {
  const now = ctx.now();
  const { rows } = await sql<{ at: Date; bytes: string }>`
    select created_at as at, bytes from uploads
     where owner_id = ${ctx.viewer.id} and created_at > ${new Date(now.getTime() - DAY_MS)} order by created_at`.execute(
    db,
  );
  const used = rows.map((row) => ({ at: row.at, bytes: Number(row.bytes) }));
  const total = used.reduce((sum, one) => sum + one.bytes, bytes);
  if (ctx.limitsByTrust) {
    const fits = (most: number) => roomFrom(used, (_, others) => others + bytes <= most, now);
    await requireUploadsOf(db, ctx, { amount: bytes, total, roomFrom: fits });
  }
  const { perDay } = UPLOADS;
  const hasRoom = (files: number, others: number) => files < perDay.files && others + bytes <= perDay.bytes;
  if (hasRoom(used.length, total - bytes)) return;
  const until = roomFrom(used, hasRoom, now);
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  throw new AppError("RATE_LIMITED", {
    message: `You've reached the daily upload limit. Try again in ${durationOf(retryAfter)}.`,
    details: { until: until.toISOString(), retryAfter },
  });
}
