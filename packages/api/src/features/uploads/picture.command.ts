import type { MemberContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { keepUpload, type NewUpload } from "./uploads.commands.ts";

/**
 * Makes a file the member's profile picture. The one before is removed, if it was an upload of theirs.
 * @returns the picture's address
 * @throws AppError RATE_LIMITED, SERVICE_UNAVAILABLE; then the picture is the one before
 */
export async function setProfilePicture(ctx: MemberContext, upload: Omit<NewUpload, "kind">): Promise<string> {
  const url = await keepUpload(ctx, { ...upload, kind: "AVATAR" });
  const replaced = await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now();
    await trx.updateTable("uploads").set({ attached_at: now }).where("key", "=", upload.key).execute();
    const before = await trx
      .selectFrom("users")
      .select("profile_picture")
      .where("id", "=", ctx.viewer.id)
      .where("deleted_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    // Who has left meanwhile leaves no picture behind: what is attached to nothing is removed in time.
    if (!before) throw new AppError("UNAUTHENTICATED");
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

/** The new picture stands, whether or not the old one could be removed just now. */
async function removeOrLeaveToNight(ctx: MemberContext, key: string): Promise<void> {
  try {
    await ctx.media.remove(key);
  } catch {
    await ctx.db.updateTable("uploads").set({ removed_at: null }).where("key", "=", key).execute();
  }
}
