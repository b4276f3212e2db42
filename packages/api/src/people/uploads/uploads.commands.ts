import { DAY_MS, UPLOADS } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { LocalFile, MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";

export type UploadKind = "IMAGE" | "VIDEO" | "AVATAR";

export interface NewUpload {
  readonly key: string;
  readonly kind: UploadKind;
  readonly file: LocalFile;
}

/**
 * Stores a member's file. The row is written before the file is stored, so a failure in between leaves no unknown file.
 * @returns its address
 * @throws AppError RATE_LIMITED with `retryAfter` in seconds, SERVICE_UNAVAILABLE
 */
export async function keepUpload(ctx: MemberContext, { key, kind, file }: NewUpload): Promise<string> {
  const now = ctx.now();
  await ctx.db.transaction().execute(async (trx) => {
    // Serialized per member, so concurrent uploads count each other.
    await sql`select pg_advisory_xact_lock(hashtextextended('uploads', ${ctx.viewer.id}::bigint))`.execute(trx);
    await requireUploadAllowance(trx, ctx.viewer.id, now, file.bytes);
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

/**
 * Refuses what exceeds a member's files and bytes in 24 hours.
 * @param bytes of the coming file; 1 while unknown
 * @throws AppError RATE_LIMITED with `retryAfter` in seconds, when the oldest of them no longer counts
 */
export async function requireUploadAllowance(db: Kysely<DB>, ownerId: string, now: Date, bytes = 1): Promise<void> {
  const { rows } = await sql<{ files: number; bytes: string; oldest: Date | null }>`
    select count(*)::int as files, coalesce(sum(bytes), 0)::bigint as bytes, min(created_at) as oldest
    from uploads where owner_id = ${ownerId} and created_at > ${new Date(now.getTime() - DAY_MS)}`.execute(db);
  const [used] = rows;
  if (!used) return;
  if (used.files < UPLOADS.perDay.files && Number(used.bytes) + bytes <= UPLOADS.perDay.bytes) return;
  const opensAt = (used.oldest ?? now).getTime() + DAY_MS;
  throw new AppError("RATE_LIMITED", {
    message: "You have uploaded as much as is possible in a day. Please try again later.",
    details: { retryAfter: Math.max(1, Math.ceil((opensAt - now.getTime()) / 1000)) },
  });
}
