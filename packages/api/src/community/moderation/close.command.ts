import { type closePostInput, done } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { type LockedPost, lockPost, returnToAsker } from "../../content/posts/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireAllowed } from "../../platform/errors/errors.ts";
import { writeLog } from "../../platform/log-line/write.command.ts";
import { once } from "../../platform/transactions/index.ts";
import { notifyAuthor } from "./hiding.command.ts";
import { judgeOf } from "./judge.query.ts";
import { mayClose } from "./moderation.rules.ts";

/**
 * Closes a post: it takes no more answers, and none can be accepted. An unpaid bounty is returned to the asker in the
 * same transaction, which completes a refund request that is still being decided (docs/DECISIONS.md §6 Posts).
 * @throws AppError NOT_FOUND, OWN_DECISION, HAS_INTEREST, POST_CLOSED, ALREADY_ACCEPTED for a completed one
 */
export async function closePost(
  ctx: MemberContext,
  input: z.infer<typeof closePostInput>,
): Promise<z.infer<typeof done>> {
  const { id: by } = ctx.viewer;
  const { reason } = input;
  return once(ctx, {
    call: "moderation.closePost",
    input,
    output: done,
    run: async (trx, effects) => {
      const at = ctx.now();
      const post = await lockPost(trx, input.id);
      requireAllowed(
        mayClose(post, await judgeOf(trx, ctx, { kind: "post", authorId: post.authorId, postId: post.id })),
      );
      const returned = post.bountyStatus === "ESCROWED";
      const request = returned ? await completeRequest(trx, post, { by, reason, at }) : null;
      if (returned) await returnToAsker(trx, post, "Bounty returned as a moderator closed its post");
      else await trx.updateTable("posts").set({ status: "CLOSED" }).where("id", "=", post.id).execute();
      await audit(trx, {
        actor: by,
        action: "POST_CLOSED",
        target: { kind: "post", id: post.id },
        subject: post.authorId,
        reason,
        at,
        details: { returned: returned ? post.bountyAmount.toString() : "0", request },
      });
      const target = { kind: "post", ...post } as const;
      await notifyAuthor(trx, effects, target, { act: "closed", reason, url: `/posts/${post.id}`, at });
      return { success: true };
    },
  });
}

/** Completes the open request or its appeal, which got what it asked for. */
async function completeRequest(
  trx: Transaction<DB>,
  post: LockedPost,
  { by, reason, at }: { by: string; reason: string; at: Date },
): Promise<string | null> {
  const { rows } = await sql<{ id: string; appealed: boolean }>`
    update refund_requests set status = 'COMPLETED', updated_at = ${at}, decided_at = coalesce(decided_at, ${at}),
      appeal_decided_at = case when appeal_status = 'OPEN' then ${at}::timestamptz else appeal_decided_at end,
      appeal_decided_by = case when appeal_status = 'OPEN' then ${by}::bigint else appeal_decided_by end,
      appeal_note = case when appeal_status = 'OPEN' then ${reason}::text else appeal_note end,
      appeal_status = case when appeal_status = 'OPEN' then 'GRANTED' else appeal_status end
     where post_id = ${post.id} and (status = 'PENDING' or appeal_status = 'OPEN') 
    returning id::text, appeal_status is not null as appealed`.execute(trx);
  const [request] = rows;
  if (request?.appealed) {
    const description = "Appeal of a refused refund granted: a moderator closed the post";
    await writeLog(trx, {
      type: "APPEAL_DECIDED",
      subject: `refund:${request.id}`,
      description,
      amount: post.bountyAmount,
    });
  }
  return request?.id ?? null;
}
