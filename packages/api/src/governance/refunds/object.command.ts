import { type objectInput, requestRefundOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import type { z } from "zod";
import { type LockedPost, lockPost } from "../../content/posts/index.ts";
import type { Context, MemberContext } from "../../platform/context/index.ts";
import { AppError, requireAllowed } from "../../platform/errors/errors.ts";
import { once } from "../../platform/transactions/index.ts";
import { lockBestAnswer } from "./best-answer.query.ts";
import { votesOn } from "./lock.query.ts";
import { notifyOfObjection } from "./news.command.ts";
import { announce, isLarge, requireSent } from "./notice.command.ts";
import { type AnnouncedBounty, isVotedOn, mayObject } from "./objection.rules.ts";
import { openVote } from "./open-vote.command.ts";
import { viewRefund } from "./refunds.queries.ts";
import { objectorOf } from "./settlement.query.ts";

/**
 * Objects to the payment of a bounty that was announced. Members then vote as on a refund request: the bounty goes back to the asker, or
 * is paid as announced (docs/adr/0037).
 * @throws AppError NOT_FOUND, NO_UNPAID_BOUNTY, OBJECTION_SETTLED, OBJECTION_NOT_OPEN, OBJECTION_ENGAGEMENT, OBJECTION_NOT_ESTABLISHED
 */
export async function objectToSettlement(
  ctx: MemberContext,
  input: z.infer<typeof objectInput>,
): Promise<z.infer<typeof requestRefundOutput>> {
  return once(ctx, {
    call: "refunds.object",
    input,
    output: requestRefundOutput,
    run: async (trx, effects) => {
      const post = await lockPost(trx, input.id);
      const at = ctx.now();
      const best = await lockBestAnswer(trx, post, ctx);
      const voted = isVotedOn(await votesOn(trx, post.id), best);
      const bounty = { ...(await reviewOf(trx, ctx, post)), voted, payable: best !== null };
      requireAllowed(mayObject(bounty, await objectorOf(trx, ctx, { viewer: ctx.viewer, post }), at));
      if (best === null) throw new AppError("OBJECTION_NOT_OPEN");
      requireSent(await announce(trx, effects, post, { best, at, needs: ctx }));
      const requestId = await openVote(trx, ctx, { post, reason: input.reason, against: best.id, at });
      await notifyOfObjection(trx, effects, { requestId, post, at, what: "objected", objector: ctx.viewer.id });
      return { success: true, request: await viewRefund(trx, ctx, requestId) };
    },
  });
}

type Bounty = Pick<LockedPost, "id" | "bountyStatus" | "bountyAmount" | "settlesAt" | "createdAt">;

async function reviewOf(
  db: Kysely<DB>,
  ctx: Pick<Context, "parameterDefaults">,
  post: Bounty,
): Promise<Omit<AnnouncedBounty, "voted" | "payable">> {
  const row = await db
    .selectFrom("settlement_notices")
    .select("id")
    .where("post_id", "=", post.id)
    .limit(1)
    .executeTakeFirst();
  return { ...post, announced: row !== undefined, reviewed: await isLarge(db, post, ctx) };
}
