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
import { hasInterest, type LockedPost, returnToAsker } from "../../content/posts/index.ts";
import { ownAccounts } from "../../people/established/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireAllowed } from "../../platform/errors/errors.ts";
import { writeLog } from "../../platform/log-line/write.command.ts";
import { type Effects, once } from "../../platform/transactions/index.ts";
import { settleNotBefore } from "./decide.command.ts";
import { isPartisanNow } from "./deciding-votes.query.ts";
import { type LockedRequest, lockRequest } from "./lock.query.ts";
import { notifyRequester } from "./news.command.ts";
import { viewRefund } from "./refunds.queries.ts";
import { mayAppeal, mayDecideAppeal } from "./refunds.rules.ts";

type Output = z.infer<typeof requestRefundOutput>;

/**
 * Appeals a rejected refund request, for a moderator to decide. Until then the bounty stays in escrow; an appeal that
 * is undecided for 7 days lapses (docs/DECISIONS.md 1.5, §6 Refunds).
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
      const bounty = { inEscrow: post.bountyStatus === "ESCROWED", settlesAt: post.settlesAt };
      requireAllowed(mayAppeal(request, bounty, ctx.viewer.id, now));
      const appeal_expires_at = new Date(now.getTime() + REFUNDS.appealDays * DAY_MS);
      await trx
        .updateTable("refund_requests")
        .set({ appeal_status: "OPEN", appeal_reason: input.reason, appealed_at: now, appeal_expires_at })
        .set({ updated_at: now })
        .where("id", "=", request.id)
        .execute();
      return { success: true, request: await viewRefund(trx, ctx, request.id) };
    },
  });
}

async function haveVotedOn(trx: Transaction<DB>, accounts: readonly string[], requestId: string): Promise<boolean> {
  const vote = await trx
    .selectFrom("refund_votes")
    .select("id")
    .where("request_id", "=", requestId)
    .where("voter_id", "in", accounts)
    .executeTakeFirst();
  return vote !== undefined;
}

/**
 * Decides an appeal for good; if granted, the bounty is returned to the requester in the same transaction. The
 * transparency log records it without names, the audit log with them (docs/DECISIONS.md 1.5, §2).
 * @throws AppError NOT_FOUND, OWN_DECISION, HAS_INTEREST, NO_APPEAL
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
      const accounts = await ownAccounts(trx, ctx);
      const judge = {
        id: ctx.viewer.id,
        interested: await hasInterest(trx, accounts, post.id),
        voted: await haveVotedOn(trx, accounts, request.id),
        partisan: await isPartisanNow(trx, ctx, post.id),
      };
      requireAllowed(mayDecideAppeal(request, judge, at));
      const isGranted = input.decision === "grant";
      const status = isGranted ? "GRANTED" : "DENIED";
      await endAppeal(trx, effects, { post, request, status, by: ctx.viewer.id, note: input.note, at });
      await writeLog(trx, {
        type: "APPEAL_DECIDED",
        subject: `refund:${request.id}`,
        description: LOGGED[status],
        amount: post.bountyAmount,
      });
      await audit(trx, {
        actor: ctx.viewer.id,
        action: "REFUND_APPEAL_DECIDED",
        subject: request.userId,
        reason: input.note,
        at,
        target: { kind: "refund", id: request.id },
        details: { decision: input.decision, postId: post.id, amount: formatAmount(post.bountyAmount) },
      });
      return { success: true, request: await viewRefund(trx, ctx, request.id) };
    },
  });
}

interface AppealEnd {
  readonly post: LockedPost;
  readonly request: LockedRequest;
  readonly status: "GRANTED" | "DENIED" | "LAPSED";
  /** The moderator, or null when the appeal lapses. */
  readonly by: string | null;
  readonly note: string | null;
  readonly at: Date;
}

const outcomes = { GRANTED: "granted", DENIED: "denied", LAPSED: "lapsed" } as const;

/**
 * Ends an open appeal, under the locks of the post and the request. Unless it is granted, the bounty is settled on
 * schedule.
 */
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
  await notifyRequester(trx, effects, { requestId: request.id, post, at, what: outcomes[status] });
}

/** What the transparency log says of a decision. */
const LOGGED = {
  GRANTED: "An appeal was granted: the refund of the bounty is paid",
  DENIED: "An appeal was denied: the refund of the bounty stays refused",
} as const;
