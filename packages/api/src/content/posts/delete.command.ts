import { done } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { award, withdrew } from "../../people/reputation/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireAllowed } from "../../platform/errors/errors.ts";
import { once } from "../../platform/transactions/index.ts";
import { lockPost } from "./lock.query.ts";
import { mayDelete } from "./posts.rules.ts";
import { isRefundOpen } from "./refund-open.query.ts";
import { returnToAsker } from "./return-bounty.command.ts";
import { removeContent } from "./visibility.command.ts";

/**
 * Soft-deletes a post and returns an unpaid bounty, but not its fee, to the asker in the same transaction
 * (docs/DECISIONS.md 1.4).
 * @throws AppError NOT_FOUND, FORBIDDEN, REFUND_PENDING, BOUNTY_HAS_ANSWERS with the time from which a refund can be
 * requested
 */
export async function deletePost(ctx: MemberContext, postId: string): Promise<z.infer<typeof done>> {
  return once(ctx, {
    call: "posts.delete",
    input: { postId },
    output: done,
    run: async (trx, effects) => {
      const post = await lockPost(trx, postId);
      const answered = await answeredByOthers(trx, post.id, post.authorId);
      const facts = { answeredByOthers: answered, refundOpen: await isRefundOpen(trx, post) };
      requireAllowed(mayDelete(post, ctx.viewer.id, facts));
      const returned = post.bountyStatus === "ESCROWED";
      if (returned) await returnToAsker(trx, post, "Bounty returned as its post was deleted");
      await removeContent(trx, { kind: "post", id: post.id, postId: post.id }, ctx.now(), "author");
      await award(trx, effects, ctx.viewer.id, withdrew("POST", post.id, post.id), ctx.now());
      return { success: true };
    },
  });
}

/** A hidden answer counts: it may be restored. */
async function answeredByOthers(trx: Transaction<DB>, postId: string, authorId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("answers")
    .select(sql`1`.as("one"))
    .where("post_id", "=", postId)
    .where("author_id", "!=", authorId)
    .where((eb) => eb.or([eb("deleted_at", "is", null), eb("hidden_at", "is not", null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
