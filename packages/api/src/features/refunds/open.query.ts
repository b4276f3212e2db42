import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { PostState } from "../posts/posts.rules.ts";

/**
 * Whether a refund of this post's bounty is being decided: its request is PENDING, or its appeal open. Until then nobody
 * else decides about the bounty (DECISIONS §6 Refunds). To be asked under the post's lock, in a statement after the one that
 * took it: what that one saw is from before it waited.
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
