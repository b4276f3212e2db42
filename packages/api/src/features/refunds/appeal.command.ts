import {
  type appealRefundInput,
  DAY_MS,
  type decideRefundAppealInput,
  formatAmount,
  REFUNDS,
  requestRefundOutput,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import type { Effects } from "../../effects.ts";
import { demand } from "../../errors.ts";
import { once } from "../../idempotency.ts";
import { audit } from "../moderation/audit.command.ts";
import type { LockedPost } from "../posts/lock.query.ts";
import { returnToAsker } from "../posts/return-bounty.command.ts";
import { writeLog } from "../transparency/write.command.ts";
import { settleNotBefore } from "./decide.command.ts";
import { type LockedRequest, lockRequest } from "./lock.query.ts";
import { tellRequester } from "./news.command.ts";
import { viewRefund } from "./refunds.queries.ts";
import { mayAppeal, mayDecideAppeal } from "./refunds.rules.ts";

type Output = z.infer<typeof requestRefundOutput>;

/**
 * Appeals a refusal: a moderator decides. Until then the bounty stays in escrow; undecided for 7 days the appeal lapses
 * (DECISIONS 1.5, §6 Refunds).
 * @throws AppError NOT_FOUND, FORBIDDEN, ALREADY_APPEALED, NO_APPEAL
 */
export async function appealRefund(ctx: MemberContext, input: z.infer<typeof appealRefundInput>): Promise<Output> {
  return once(ctx, {
    call: "refunds.appeal",
    input,
    output: requestRefundOutput,
    run: async (trx) => {
      const { post, request } = await lockRequest(trx, input.id);
      const now = ctx.now();
      const { settlesAt, gone } = post;
      const bounty = { inEscrow: post.bountyStatus === "ESCROWED", settlesAt, gone };
      demand(mayAppeal(request, bounty, ctx.viewer.id, now));
      const appeal_expires_at = new Date(now.getTime() + REFUNDS.appealDays * DAY_MS);
      await trx
        .updateTable("refund_requests")
        .set({ appeal_status: "OPEN", appeal_reason: input.reason, appealed_at: now, appeal_expires_at })
        .set({ updated_at: now })
        .where("id", "=", request.id)
        .execute();
      return { success: true, request: await viewRefund(trx, request.id, ctx.viewer.id, now) };
    },
  });
}

/**
 * A moderator's decision on an appeal, which is final: granted, the bounty goes back to the requester in the same
 * transaction. It is in the transparency log, which names nobody, and in the audit log, which does (DECISIONS 1.5, §2).
 * @throws AppError NOT_FOUND, OWN_DECISION, NO_APPEAL
 */
export async function decideRefundAppeal(
  ctx: MemberContext,
  input: z.infer<typeof decideRefundAppealInput>,
): Promise<Output> {
  return once(ctx, {
    call: "refunds.decideAppeal",
    input,
    output: requestRefundOutput,
    run: async (trx, effects) => {
      const { post, request } = await lockRequest(trx, input.id);
      const at = ctx.now();
      demand(mayDecideAppeal(request, ctx.viewer.id, at));
      const isGranted = input.decision === "grant";
      const status = isGranted ? "GRANTED" : "DENIED";
      await endAppeal(trx, effects, { post, request, status, by: ctx.viewer.id, note: input.note, at });
      await writeLog(trx, {
        type: "APPEAL_DECIDED",
        subject: `refund:${request.id}`,
        description: isGranted
          ? "An appeal was granted: the refund of the bounty is paid"
          : "An appeal was denied: the refund of the bounty stays refused",
        amount: post.bountyAmount,
      });
      await audit(trx, {
        ...{ actor: ctx.viewer.id, action: "REFUND_APPEAL_DECIDED", subject: request.userId, reason: input.note, at },
        target: { kind: "refund", id: request.id },
        details: { decision: input.decision, postId: post.id, amount: formatAmount(post.bountyAmount) },
      });
      return { success: true, request: await viewRefund(trx, request.id, ctx.viewer.id, at) };
    },
  });
}

interface AppealEnd {
  readonly post: LockedPost;
  readonly request: LockedRequest;
  readonly status: "GRANTED" | "DENIED" | "LAPSED";
  /** The moderator; null when time ends it. */
  readonly by: string | null;
  readonly note: string | null;
  readonly at: Date;
}

const told = { GRANTED: "granted", DENIED: "denied", LAPSED: "lapsed" } as const;

/** Ends an open appeal, under the locks of post and request. One that is not granted lets settlement come at its time. */
export async function endAppeal(
  trx: Transaction<DB>,
  effects: Effects,
  { post, request, status, by, note, at }: AppealEnd,
): Promise<void> {
  const isGranted = status === "GRANTED";
  await trx
    .updateTable("refund_requests")
    .set({ appeal_status: status, appeal_decided_at: at, appeal_decided_by: by, appeal_note: note, updated_at: at })
    .set(isGranted ? { status: "COMPLETED" } : {})
    .where("id", "=", request.id)
    .execute();
  if (isGranted) await returnToAsker(trx, post, "Bounty returned: a moderator granted the appeal");
  else await settleNotBefore(trx, post, at);
  await tellRequester(trx, effects, { requestId: request.id, post, at, what: told[status] });
}
