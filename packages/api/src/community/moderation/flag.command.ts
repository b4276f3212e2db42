import { FLAG_REASONS, type FlagReason, type flagInput, type flagOutput } from "@bbux/contract";
import type { z } from "zod";
import { spendAllowance } from "../../people/trust/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, requireAllowed } from "../../platform/errors/errors.ts";
import { textOf } from "./flagged-texts.query.ts";
import { mayFlag } from "./moderation.rules.ts";
import { lockTarget, targetNotFound } from "./targets.query.ts";

/**
 * Flags a target for moderators. The target is locked, so a concurrent decision either covers this flag or is made
 * before it.
 * @throws AppError NOT_FOUND for what readers can't see, OWN_CONTENT, ALREADY_FLAGGED, FLAG_LIMIT
 */
export async function flag(
  ctx: MemberContext,
  { targetType, targetId, reason: said, note }: z.infer<typeof flagInput>,
): Promise<z.infer<typeof flagOutput>> {
  const reason = reasonOf(said);
  const words = [...(reason === null ? [said] : []), ...(note ? [note] : [])].join("\n\n");
  return ctx.db.transaction().execute(async (trx) => {
    const target = await lockTarget(trx, targetType, targetId, "share");
    if (!target.seen) throw targetNotFound(target.kind);
    requireAllowed(mayFlag(target, ctx.viewer.id));
    const made = await trx
      .insertInto("flags")
      .values({
        target_kind: target.kind,
        target_id: target.id,
        subject_id: target.authorId,
        reporter_id: ctx.viewer.id,
        reason: reason ?? "OTHER",
        note: words === "" ? null : words,
        flagged_text: textOf(target),
        created_at: ctx.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) throw new AppError("ALREADY_FLAGGED");
    await spendAllowance(trx, ctx, { flags: 1 });
    return { success: true, flagId: made.id };
  });
}

/** Matches a listed reason in any spelling, such as `off-topic`; null for free text. */
export function reasonOf(said: string): FlagReason | null {
  const word = said
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, "_");
  return FLAG_REASONS.find((reason) => reason === word) ?? null;
}
