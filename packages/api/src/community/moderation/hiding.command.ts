import { type FlagTarget, REPUTATION, type ReputationAction } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { type ContentRef, removeContent, restoreContent } from "../../content/posts/index.ts";
import { type NotificationData, notify } from "../../people/notifications/index.ts";
import { award, flagged } from "../../people/reputation/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import { hideMessage, restoreMessage } from "../chat/index.ts";
import type { LockedTarget } from "./targets.query.ts";

/** The page that shows members their hidden content and the reasons. */
export const HIDDEN_PAGE = "/profile/hidden";

/** A moderator's decision, in their own words. */
export interface Decision {
  readonly by: string;
  readonly reason: string;
  readonly at: Date;
}

/** Takes content away from readers, softly. @throws AppError for a member, who can't be hidden */
export function takeFromReaders(trx: Transaction<DB>, effects: Effects, target: LockedTarget, at: Date): Promise<void> {
  return target.kind === "message"
    ? hideMessage(trx, effects, target.id, at)
    : removeContent(trx, contentRef(target), at, "moderator");
}

function giveToReaders(trx: Transaction<DB>, effects: Effects, target: LockedTarget): Promise<void> {
  return target.kind === "message" ? restoreMessage(trx, effects, target.id) : restoreContent(trx, contentRef(target));
}

function contentRef({ kind, id, postId }: LockedTarget): ContentRef {
  if (kind === "user" || kind === "message" || postId === null) throw new AppError("BAD_REQUEST");
  return { kind, id, postId };
}

/**
 * Upholds the open flags on a locked target and charges its author's reputation, once per target (docs/DECISIONS.md
 * §3).
 * @param how.hiding the hiding that it belongs to; content without a flag is then flagged by the moderator who hides it
 * @param how.abuse whether it is spam or abuse; by default what the flags say
 * @returns how many flags there were, whether it is spam or abuse, and the actions that were charged
 */
export async function upholdFlags(
  trx: Transaction<DB>,
  effects: Effects,
  target: LockedTarget,
  { by, reason, at }: Decision,
  how: { readonly abuse: boolean | undefined; readonly hiding: string | null },
): Promise<{ count: number; abuse: boolean; charged: readonly ReputationAction[] }> {
  const upheld = await trx
    .updateTable("flags")
    .set({ status: "UPHELD", decided_at: at, decided_by: by, hiding_id: how.hiding })
    .where("target_kind", "=", target.kind)
    .where("target_id", "=", target.id)
    .where("status", "=", "OPEN")
    .returning("reason")
    .execute();
  const abuse = how.abuse ?? upheld.some((flag) => flag.reason === "SPAM" || flag.reason === "ABUSE");
  if (upheld.length === 0) {
    if (how.hiding === null) throw new AppError("CONFLICT", { message: "This has no open flags" });
    await trx
      .insertInto("flags")
      .values({
        target_kind: target.kind,
        target_id: target.id,
        subject_id: target.authorId,
        reporter_id: by,
        reason: abuse ? "ABUSE" : "OTHER",
        note: reason,
        status: "UPHELD",
        hiding_id: how.hiding,
        created_at: at,
        decided_at: at,
        decided_by: by,
      })
      .execute();
  }
  const charged = await award(trx, effects, target.authorId, flagged(target.id, target.postId, abuse), at);
  return { count: upheld.length, abuse, charged };
}

export interface Hiding {
  readonly id: string;
  readonly authorId: string;
  readonly hiddenBy: string;
  readonly restored: boolean;
  readonly appeal: string | null;
  readonly charged: readonly string[];
}

/** Locks the current hiding of a locked target. */
export async function presentHiding(trx: Transaction<DB>, { kind, id }: LockedTarget): Promise<Hiding> {
  const row = await trx
    .selectFrom("hidden_content")
    .select(["id", "author_id", "hidden_by", "appeal_status", "charged"])
    .where("target_kind", "=", kind)
    .where("target_id", "=", id)
    .where("restored_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("CONFLICT", { message: "This is not hidden" });
  return {
    id: row.id,
    authorId: row.author_id,
    hiddenBy: row.hidden_by,
    restored: false,
    appeal: row.appeal_status,
    charged: row.charged,
  };
}

/**
 * Undoes a hiding: restores the content, returns the reputation that it cost (with opposite entries), dismisses the
 * flags that it upheld and grants an open appeal.
 */
export async function undoHiding(
  trx: Transaction<DB>,
  effects: Effects,
  { target, hiding, decision }: { target: LockedTarget; hiding: Hiding; decision: Decision },
): Promise<void> {
  const { by, reason, at } = decision;
  await giveToReaders(trx, effects, target);
  await sql`
    update hidden_content set restored_by = ${by}, restored_at = ${at},
      appeal_decided_by = case when appeal_status = 'OPEN' then ${by}::bigint else appeal_decided_by end,
      appeal_decided_at = case when appeal_status = 'OPEN' then ${at}::timestamptz else appeal_decided_at end,
      appeal_note = case when appeal_status = 'OPEN' then ${reason}::text else appeal_note end,
      appeal_status = case when appeal_status = 'OPEN' then 'GRANTED' else appeal_status end
     where id = ${hiding.id}`.execute(trx);
  await trx
    .updateTable("flags")
    .set({ status: "DISMISSED", decided_at: at, decided_by: by })
    .where("hiding_id", "=", hiding.id)
    .execute();
  const back = (["CONTENT_FLAGGED", "SPAM_OR_ABUSE"] as const).filter((action) => hiding.charged.includes(action));
  const about = { source: target.id, ...(target.postId !== null && { post: target.postId }) };
  const opposite = back.map((action) => ({ ...about, action, points: -REPUTATION[action] }));
  if (opposite.length > 0) await award(trx, effects, target.authorId, opposite, at);
}

/** Notifies an author about a moderator's decision. */
export async function notifyAuthor(
  trx: Transaction<DB>,
  effects: Effects,
  target: { readonly kind: FlagTarget; readonly authorId: string; readonly title: string; readonly id: string },
  news: {
    readonly act: NotificationData["moderation"]["act"];
    readonly reason: string;
    readonly url: string;
    readonly at: Date;
  },
): Promise<void> {
  const { act, reason, url, at } = news;
  await notify(trx, effects, {
    to: [target.authorId],
    kind: "moderation",
    bundle: `moderation:${target.id}:${act}`,
    url,
    at,
    data: { act, what: target.kind, subject: target.title, reason },
  });
}
