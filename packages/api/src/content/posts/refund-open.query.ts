import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { PostState } from "./posts.rules.ts";

/**
 * Returns whether a refund of this post's bounty is being decided: its request is PENDING, or its appeal is open. Until
 * then nothing else decides about the bounty (docs/DECISIONS.md §6 Refunds). Call it under the post's lock, in a later
 * statement than the one that locked: that one's snapshot is from before it waited.
 */
export async function isRefundOpen(
  trx: Transaction<DB>,
  post: Pick<PostState, "bountyStatus"> & { readonly id: string },
): Promise<boolean> {
  if (post.bountyStatus !== "ESCROWED") return false;
  const row = await trx
    .selectFrom("refund_requests")
    .select(sql`1`.as("one"))
    .where("post_id", "=", post.id)
    .where((eb) => eb.or([eb("status", "=", "PENDING"), eb("appeal_status", "=", "OPEN")]))
    .executeTakeFirst();
  return row !== undefined;
}
