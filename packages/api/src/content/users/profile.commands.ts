import { EDITABLE_PROFILE_FIELDS, type ProfileChange, type updateProfileOutput } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import { award } from "../../people/reputation/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { getOwnProfile, isComplete } from "./profile.queries.ts";

/**
 * Changes the caller's profile. Omitted fields stay; an empty field or `null` is cleared. Completing it earns points,
 * once.
 */
export async function updateProfile(
  ctx: MemberContext,
  change: ProfileChange,
): Promise<z.infer<typeof updateProfileOutput>> {
  const at = ctx.now();
  const fields = Object.fromEntries(
    EDITABLE_PROFILE_FIELDS.filter((name) => change[name] !== undefined).map((name) => [name, change[name] || null]),
  );
  await withEffects(ctx, async (trx, effects) => {
    const { rows } = await sql<{ profile: unknown }>`
      update users set profile = jsonb_strip_nulls(profile || ${JSON.stringify(fields)}::jsonb), updated_at = ${at}
      where id = ${ctx.viewer.id} and deleted_at is null returning profile`.execute(trx);
    // A member who has left by then must leave no data behind.
    if (rows.length === 0) throw new AppError("UNAUTHENTICATED");
    if (isComplete(rows[0]?.profile)) {
      await award(trx, effects, ctx.viewer.id, [{ action: "PROFILE_COMPLETED", once: "PROFILE_COMPLETED" }], at);
    }
  });
  const profile = await getOwnProfile(ctx.db, ctx.viewer.id, at);
  return { success: true, message: "Profile updated successfully", profile };
}
