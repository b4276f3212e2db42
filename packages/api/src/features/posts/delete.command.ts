import { done } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { returnBounty } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { demand } from "../../errors.ts";
import { once } from "../../idempotency.ts";
import { award, withdrew } from "../reputation/award.command.ts";
import { lockPost } from "./lock.query.ts";
import { leaveTags } from "./post-tags.ts";
import { mayDelete } from "./posts.rules.ts";

/**
 * Deletes a post softly and returns an unpaid bounty, not its fee, to the asker in the same transaction (DECISIONS 1.4).
 * @throws AppError NOT_FOUND, FORBIDDEN, BOUNTY_HAS_ANSWERS with the time from which a refund can be asked for
 */
export async function deletePost(ctx: MemberContext, postId: string): Promise<z.infer<typeof done>> {
  return once(ctx, {
    call: "posts.delete",
    input: { postId },
    output: done,
    run: async (trx, effects) => {
      const post = await lockPost(trx, postId);
      demand(mayDelete(post, ctx.viewer.id, await answeredByOthers(trx, post.id, post.authorId)));
      const returned = post.bountyStatus === "ESCROWED";
      await trx
        .updateTable("posts")
        .set({ deleted_at: ctx.now(), ...(returned && { bounty_status: "REFUNDED", status: "CLOSED" }) })
        .where("id", "=", post.id)
        .execute();
      if (returned) {
        const { id, authorId, bountyAmount } = post;
        await returnBounty(trx, {
          escrow: id,
          member: authorId,
          amount: bountyAmount,
          cause: id,
          refs: { post: id, member: authorId },
        });
      }
      await leaveTags(trx, post.id);
      await award(trx, effects, ctx.viewer.id, withdrew("POST", post.id, post.id), ctx.now());
      return { success: true };
    },
  });
}

async function answeredByOthers(trx: Transaction<DB>, postId: string, authorId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("answers")
    .select(sql`1`.as("one"))
    .where("post_id", "=", postId)
    .where("author_id", "!=", authorId)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
