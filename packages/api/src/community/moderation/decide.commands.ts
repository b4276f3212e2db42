import type { dismissFlagsInput, hideInput, restoreInput, upholdFlagsInput } from "@bbux/contract";
import type { z } from "zod";
import { placeOfText } from "../../content/parts/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, requireAllowed } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { placeOfMessage } from "../chat/index.ts";
import {
  HIDDEN_PAGE,
  notifyAuthor,
  presentHiding,
  takeFromReaders,
  undoHiding,
  upholdFlags,
} from "./hiding.command.ts";
import { judgeOf, requireProofOverBounty } from "./judge.query.ts";
import { mayHide, mayJudge, mayRestore } from "./moderation.rules.ts";
import { type LockedTarget, lockTarget } from "./targets.query.ts";

// Each decides under the lock of its target, so the second of two moderators sees what the first did.

type Done = { success: true };
/** Lets the audit log link to the target. */
export const standsIn = ({ postId, room }: LockedTarget) => ({ post: postId, ...(room !== undefined && { room }) });
const auditTarget = ({ kind, id }: LockedTarget) => ({ kind, id });

/**
 * Hides content from every reader and upholds the open flags on it (docs/DECISIONS.md §2, §3). A bounty stays in escrow
 * and is settled on its payout date.
 * @throws AppError NOT_FOUND, OWN_DECISION, HAS_INTEREST, CONFLICT for what is hidden or deleted, BAD_REQUEST for a member,
 * STEP_UP_REQUIRED
 */
export async function hide(ctx: MemberContext, input: z.infer<typeof hideInput>): Promise<Done> {
  const decision = { by: ctx.viewer.id, reason: input.reason, at: ctx.now() };
  const { by, reason, at } = decision;
  return withEffects(ctx, async (trx, effects) => {
    const target = await lockTarget(trx, input.targetType, input.targetId);
    requireAllowed(mayHide(target, await judgeOf(trx, ctx, target)));
    await requireProofOverBounty(trx, ctx, target);
    await takeFromReaders(trx, effects, target, at);
    const { id } = await trx
      .insertInto("hidden_content")
      .values({
        target_kind: target.kind,
        target_id: target.id,
        post_id: target.postId,
        author_id: target.authorId,
        reason,
        abuse: input.abuse ?? false,
        hidden_by: by,
        hidden_at: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const upheld = await upholdFlags(trx, effects, target, decision, { abuse: input.abuse, hiding: id });
    const { count, abuse, charged } = upheld;
    const cost = { abuse, charged: [...charged] };
    await trx.updateTable("hidden_content").set(cost).where("id", "=", id).execute();
    await audit(trx, {
      actor: by,
      action: "CONTENT_HIDDEN",
      target: auditTarget(target),
      subject: target.authorId,
      reason,
      at,
      details: { hiding: id, abuse, flags: count, ...standsIn(target) },
    });
    await notifyAuthor(trx, effects, target, { act: "hidden", reason, url: HIDDEN_PAGE, at });
    return { success: true };
  });
}

/**
 * Restores hidden content: the hiding is undone as if an appeal had been granted.
 * @throws AppError NOT_FOUND, OWN_DECISION, HAS_INTEREST, CONFLICT for what is not hidden, STEP_UP_REQUIRED
 */
export async function restore(ctx: MemberContext, input: z.infer<typeof restoreInput>): Promise<Done> {
  const decision = { by: ctx.viewer.id, reason: input.reason, at: ctx.now() };
  const { by, reason, at } = decision;
  return withEffects(ctx, async (trx, effects) => {
    const target = await lockTarget(trx, input.targetType, input.targetId);
    requireAllowed(mayRestore(target, await judgeOf(trx, ctx, target)));
    await requireProofOverBounty(trx, ctx, target);
    const hiding = await presentHiding(trx, target);
    await undoHiding(trx, effects, { target, hiding, decision });
    await audit(trx, {
      actor: by,
      action: "CONTENT_RESTORED",
      target: auditTarget(target),
      subject: target.authorId,
      reason,
      at,
      details: { hiding: hiding.id, appealed: hiding.appeal === "OPEN", ...standsIn(target) },
    });
    await notifyAuthor(trx, effects, target, { act: "restored", reason, url: placeOf(target), at });
    return { success: true };
  });
}

/**
 * Dismisses the open flags on a target without consequences.
 * @throws AppError NOT_FOUND, OWN_DECISION, HAS_INTEREST, CONFLICT when none is open
 */
export async function dismiss(ctx: MemberContext, input: z.infer<typeof dismissFlagsInput>): Promise<Done> {
  const { id: by } = ctx.viewer;
  const { reason } = input;
  const at = ctx.now();
  return ctx.db.transaction().execute(async (trx) => {
    const target = await lockTarget(trx, input.targetType, input.targetId);
    requireAllowed(mayJudge(target, await judgeOf(trx, ctx, target)));
    const { numUpdatedRows } = await trx
      .updateTable("flags")
      .set({ status: "DISMISSED", decided_at: at, decided_by: by })
      .where("target_kind", "=", target.kind)
      .where("target_id", "=", target.id)
      .where("status", "=", "OPEN")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("CONFLICT", { message: "This has no open flags" });
    await audit(trx, {
      actor: by,
      action: "FLAGS_DISMISSED",
      target: auditTarget(target),
      subject: target.authorId,
      reason,
      at,
      details: { flags: Number(numUpdatedRows), ...standsIn(target) },
    });
    return { success: true };
  });
}

/**
 * Upholds the open flags on a member, or on content that stays or is already gone; it costs the author what hiding
 * would.
 * @throws AppError NOT_FOUND, OWN_DECISION, HAS_INTEREST, CONFLICT when none is open
 */
export async function uphold(ctx: MemberContext, input: z.infer<typeof upholdFlagsInput>): Promise<Done> {
  const decision = { by: ctx.viewer.id, reason: input.reason, at: ctx.now() };
  const { by, reason, at } = decision;
  return withEffects(ctx, async (trx, effects) => {
    const target = await lockTarget(trx, input.targetType, input.targetId);
    requireAllowed(mayJudge(target, await judgeOf(trx, ctx, target)));
    const { count, abuse } = await upholdFlags(trx, effects, target, decision, { abuse: input.abuse, hiding: null });
    await audit(trx, {
      actor: by,
      action: "FLAGS_UPHELD",
      target: auditTarget(target),
      subject: target.authorId,
      reason,
      at,
      details: { abuse, flags: count, ...standsIn(target) },
    });
    await notifyAuthor(trx, effects, target, { act: "flags_upheld", reason, url: placeOf(target), at });
    return { success: true };
  });
}

/** The path where readers find it. */
export function placeOf({ kind, id, postId, answerId, room }: LockedTarget): string {
  if (room !== undefined) return placeOfMessage(room, id);
  if (postId === null || kind === "user" || kind === "message") return "/profile/activity";
  return placeOfText({ kind, id, postId, answerId });
}
