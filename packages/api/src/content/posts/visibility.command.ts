import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { leaveTags, rejoinTags } from "./post-tags.ts";

/** A post, or an answer or comment on one, whose post is locked. */
export interface ContentRef {
  readonly kind: "post" | "answer" | "comment";
  readonly id: string;
  readonly postId: string;
}

const tables = { post: "posts", answer: "answers", comment: "comments" } as const;
const counters = { answer: "answer_count", comment: "comment_count" } as const;

/**
 * Takes content away from every reader, softly: deleted by its author, or hidden by a moderator, which can be undone.
 * It stops counting as a use of its tags and in its post; totals follow by triggers. Locks tags, after the ledger's
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
  if (what.kind === "post") await leaveTags(trx, what.id);
  else await countBelow(trx, what.kind, what.postId, -1);
}

/** Restores what a moderator has hidden, and counts it as before. */
export async function restoreContent(trx: Transaction<DB>, what: ContentRef): Promise<void> {
  await trx
    .updateTable(tables[what.kind])
    .set({ deleted_at: null, hidden_at: null })
    .where("id", "=", what.id)
    .execute();
  if (what.kind === "post") await rejoinTags(trx, what.id);
  else await countBelow(trx, what.kind, what.postId, 1);
}

async function countBelow(
  trx: Transaction<DB>,
  kind: keyof typeof counters,
  postId: string,
  by: 1 | -1,
): Promise<void> {
  const counter = sql.ref(counters[kind]);
  await sql`update posts set ${counter} = ${counter} + ${by} where id = ${postId}`.execute(trx);
}
