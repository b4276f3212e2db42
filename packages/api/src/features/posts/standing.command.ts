import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { leaveTags, rejoinTags } from "./post-tags.ts";

/** A post, or what stands below one, whose post is locked. */
export interface Standing {
  readonly kind: "post" | "answer" | "comment";
  readonly id: string;
  readonly postId: string;
}

const tables = { post: "posts", answer: "answers", comment: "comments" } as const;
const counters = { answer: "answer_count", comment: "comment_count" } as const;

/**
 * Takes something away from every reader, softly: deleted by its author, or hidden by a moderator, which can be undone. It
 * counts no more: not as one of its tags, not below its post. Totals follow by triggers. Takes locks on tags: after the
 * ledger's.
 */
export async function takeAway(
  trx: Transaction<DB>,
  what: Standing,
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

/** Gives back to readers what a moderator has hidden: everything counts as it did before. */
export async function bringBack(trx: Transaction<DB>, what: Standing): Promise<void> {
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
