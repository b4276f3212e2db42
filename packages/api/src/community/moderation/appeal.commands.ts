import {
  type appealHidingInput,
  type appealHidingOutput,
  type decideHidingAppealInput,
  FLAG_TARGETS,
  type FlagTarget,
  toDbId,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import { z } from "zod";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireAllowed } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { placeOf, standsIn } from "./decide.commands.ts";
import { getHidden, hidingNotFound } from "./hidden.query.ts";
import { HIDDEN_PAGE, type Hiding, notifyAuthor, undoHiding } from "./hiding.command.ts";
import { isOnlyStaff, judgeOf, requireProofOverBounty } from "./judge.query.ts";
import { mayAppeal, mayDecideAppeal } from "./moderation.rules.ts";
import { lockTarget } from "./targets.query.ts";

const flagTarget = z.enum(FLAG_TARGETS);

/**
 * Appeals the hiding of the caller's own content, once.
 * @throws AppError NOT_FOUND, ALREADY_APPEALED, NO_APPEAL when it is no longer hidden
 */
export async function appealHiding(
  ctx: MemberContext,
  { id, reason }: z.infer<typeof appealHidingInput>,
): Promise<z.infer<typeof appealHidingOutput>> {
  const at = ctx.now();
  return ctx.db.transaction().execute(async (trx) => {
    const hiding = await lockHiding(trx, id);
    if (hiding.authorId !== ctx.viewer.id) throw hidingNotFound();
    requireAllowed(mayAppeal(hiding));
    await trx
      .updateTable("hidden_content")
      .set({ appeal_status: "OPEN", appeal_reason: reason, appealed_at: at })
      .where("id", "=", hiding.id)
      .execute();
    return { success: true, item: await getHidden(trx, ctx, hiding.id) };
  });
}

/**
 * Decides an appeal for good. If granted, the hiding is undone.
 * @throws AppError NOT_FOUND, NO_APPEAL when it is decided or there is none, OWN_DECISION, HAS_INTEREST, STEP_UP_REQUIRED
 */
export async function decideHidingAppeal(
  ctx: MemberContext,
  { id, decision, note }: z.infer<typeof decideHidingAppealInput>,
): Promise<{ success: true }> {
  const { id: by } = ctx.viewer;
  const at = ctx.now();
  const granted = decision === "grant";
  return withEffects(ctx, async (trx, effects) => {
    // The target never changes; it is locked before the hiding, as when it is restored.
    const about = await targetOf(trx, id);
    const target = await lockTarget(trx, about.kind, about.id);
    const hiding = await lockHiding(trx, id);
    const judge = await judgeOf(trx, ctx, target);
    requireAllowed(mayDecideAppeal(hiding, { ...judge, isAlone: await isOnlyStaff(trx, judge.accounts) }));
    await requireProofOverBounty(trx, ctx, target);
    if (granted) await undoHiding(trx, effects, { target, hiding, decision: { by, reason: note, at } });
    else {
      await trx
        .updateTable("hidden_content")
        .set({ appeal_status: "DENIED", appeal_decided_at: at, appeal_decided_by: by, appeal_note: note })
        .where("id", "=", hiding.id)
        .execute();
    }
    await audit(trx, {
      actor: by,
      action: "APPEAL_DECIDED",
      subject: hiding.authorId,
      reason: note,
      at,
      target: { kind: target.kind, id: target.id },
      details: { hiding: hiding.id, granted, ...standsIn(target) },
    });
    const act = granted ? "appeal_granted" : "appeal_denied";
    await notifyAuthor(trx, effects, target, { act, reason: note, url: granted ? placeOf(target) : HIDDEN_PAGE, at });
    return { success: true };
  });
}

async function targetOf(trx: Transaction<DB>, id: string): Promise<{ kind: FlagTarget; id: string }> {
  const dbId = toDbId(id);
  const row =
    dbId === null
      ? undefined
      : await trx
          .selectFrom("hidden_content")
          .select(["target_kind", "target_id"])
          .where("id", "=", dbId)
          .executeTakeFirst();
  if (!row) throw hidingNotFound();
  return { kind: flagTarget.parse(row.target_kind), id: row.target_id };
}

async function lockHiding(trx: Transaction<DB>, id: string): Promise<Hiding> {
  const dbId = toDbId(id);
  const row =
    dbId === null
      ? undefined
      : await trx
          .selectFrom("hidden_content")
          .select(["id", "author_id", "hidden_by", "restored_at", "appeal_status", "charged"])
          .where("id", "=", dbId)
          .forNoKeyUpdate()
          .executeTakeFirst();
  if (!row) throw hidingNotFound();
  return {
    id: row.id,
    authorId: row.author_id,
    hiddenBy: row.hidden_by,
    restored: row.restored_at !== null,
    appeal: row.appeal_status,
    charged: row.charged,
  };
}
