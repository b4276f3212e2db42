import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { keepUpload, type NewUpload } from "./uploads.commands.ts";

/**
 * Makes a file the member's profile picture. Removes the previous one if it was their upload.
 * @returns the picture's address
 * @throws AppError RATE_LIMITED, SERVICE_UNAVAILABLE, after which the picture is unchanged
 */
export async function setProfilePicture(ctx: MemberContext, upload: Omit<NewUpload, "kind">): Promise<string> {
  const url = await keepUpload(ctx, { ...upload, kind: "AVATAR" });
  const replaced = await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now();
    // Lock the member before their files, in the order that removing a file does.
    const before = await trx
      .selectFrom("users")
      .select("profile_picture")
      .where("id", "=", ctx.viewer.id)
      .where("deleted_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    // A member who has left by then leaves no picture behind: unattached uploads are removed later.
    if (!before) throw new AppError("UNAUTHENTICATED");
    await trx.updateTable("uploads").set({ attached_at: now }).where("key", "=", upload.key).execute();
    await trx.updateTable("users").set({ profile_picture: url }).where("id", "=", ctx.viewer.id).execute();
    if (before.profile_picture === null) return undefined;
    return trx
      .updateTable("uploads")
      .set({ removed_at: now })
      .where("url", "=", before.profile_picture)
      .where("owner_id", "=", ctx.viewer.id)
      .where("kind", "=", "AVATAR")
      .where("removed_at", "is", null)
      .returning("key")
      .executeTakeFirst();
  });
  if (replaced) await removeOrLeaveToNight(ctx, replaced.key);
  return url;
}

/** The new picture stays even if the old one can't be removed now. */
async function removeOrLeaveToNight(ctx: MemberContext, key: string): Promise<void> {
  try {
    await ctx.media.remove(key);
  } catch {
    await ctx.db.updateTable("uploads").set({ removed_at: null }).where("key", "=", key).execute();
  }
}
