import type { DB } from "@bbux/db";
import { returnBounty } from "@bbux/ledger";
import type { Transaction } from "kysely";
import type { LockedPost } from "./lock.query.ts";

/**
 * Returns a bounty in escrow, but not its fee, to the asker and closes the post, under the post's lock. The ledger also
 * ensures that a bounty leaves escrow only once: one return per post.
 * @param reason for the statement of the asker's account
 */
export async function returnToAsker(trx: Transaction<DB>, post: LockedPost, reason: string): Promise<void> {
  await trx
    .updateTable("posts")
    .set({ status: "CLOSED", bounty_status: "REFUNDED" })
    .where("id", "=", post.id)
    .execute();
  await returnBounty(trx, {
    escrow: post.id,
    member: post.authorId,
    amount: post.bountyAmount,
    cause: post.id,
    reason,
    refs: { post: post.id, member: post.authorId },
  });
}
