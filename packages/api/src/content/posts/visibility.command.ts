import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { leaveQueue, rejoinQueue } from "../review-queue/index.ts";
import { leaveTags, rejoinTags } from "./post-tags.ts";

/** A post, or an answer or comment on one, whose post is locked. */
export interface ContentRef {
  readonly kind: "post" | "answer" | "comment";
  readonly id: string;
  readonly postId: string;
}

const tables = { post: "posts", answer: "answers", comment: "comments" } as const;

/**
 * Takes content away from every reader, softly: deleted by its author, or hidden by a moderator, which can be undone.
 * It leaves the review queue, and stops counting as a use of its tags, and in its post or answer; totals follow by triggers. Locks tags, after the ledger's
 * locks.
 */
export async function removeContent(
  trx: Transaction<DB>,
  what: ContentRef,
  at: Date,
  by: "author" | "moderator",
): Promise<void> {
  await trx
    .updateTable(tables[what.kind])
    .set({ deleted_at: at, hidden_at: by === "moderator" ? at : null })
    .where("id", "=", what.id)
    .execute();
  await leaveQueue(trx, what, at);
  if (what.kind === "post") await leaveTags(trx, what.id);
  else await countBelow(trx, what, -1);
}

/** Restores what a moderator has hidden, counts it as before, and returns it to the review queue if nobody had decided there. */
export async function restoreContent(trx: Transaction<DB>, what: ContentRef): Promise<void> {
  await trx
    .updateTable(tables[what.kind])
    .set({ deleted_at: null, hidden_at: null })
    .where("id", "=", what.id)
    .execute();
  await rejoinQueue(trx, what);
  if (what.kind === "post") await rejoinTags(trx, what.id);
  else await countBelow(trx, what, 1);
}

/** Counts an answer at its post, and a comment at what it is about: its post, or an answer. */
async function countBelow(trx: Transaction<DB>, { kind, id, postId }: ContentRef, by: 1 | -1): Promise<void> {
  if (kind === "answer") {
    await sql`update posts set answer_count = answer_count + ${by} where id = ${postId}`.execute(trx);
    return;
  }
  const { rows } = await sql<{ answerId: string | null }>`
    select answer_id::text as "answerId" from comments where id = ${id}`.execute(trx);
  const answerId = rows[0]?.answerId ?? null;
  await (answerId === null
    ? sql`update posts set comment_count = comment_count + ${by} where id = ${postId}`
    : sql`update answers set comment_count = comment_count + ${by} where id = ${answerId}`
  ).execute(trx);
}
