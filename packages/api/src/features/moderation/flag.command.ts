import { FLAG_REASONS, type FlagReason, type flagInput, type flagOutput } from "@bbux/contract";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { AppError, demand } from "../../errors.ts";
import { mayFlag } from "./moderation.rules.ts";
import { lockTarget, targetNotFound } from "./targets.query.ts";

/**
 * Flags something for moderators. It is locked against being changed meanwhile, so that whoever decides about it decides
 * about this flag, too, or this flag finds it gone.
 * @throws AppError NOT_FOUND for what readers cannot see, OWN_CONTENT, ALREADY_FLAGGED, RATE_LIMITED
 */
export async function flag(
  ctx: MemberContext,
  { targetType, targetId, reason: said, note }: z.infer<typeof flagInput>,
): Promise<z.infer<typeof flagOutput>> {
  await ctx.consume("flag", ctx.viewer.id);
  const reason = reasonOf(said);
  const words = [...(reason === null ? [said] : []), ...(note ? [note] : [])].join("\n\n");
  return ctx.db.transaction().execute(async (trx) => {
    const target = await lockTarget(trx, targetType, targetId, "share");
    if (!target.seen) throw targetNotFound(target.kind);
    demand(mayFlag(target, ctx.viewer.id));
    const made = await trx
      .insertInto("flags")
      .values({
        target_kind: target.kind,
        target_id: target.id,
        subject_id: target.authorId,
        reporter_id: ctx.viewer.id,
        reason: reason ?? "OTHER",
        note: words === "" ? null : words,
        created_at: ctx.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) throw new AppError("ALREADY_FLAGGED");
    return { success: true, flagId: made.id };
  });
}

/** One of the list in any writing, as `off-topic`; null for a sentence of one's own. */
export function reasonOf(said: string): FlagReason | null {
  const word = said
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, "_");
  return FLAG_REASONS.find((reason) => reason === word) ?? null;
}
