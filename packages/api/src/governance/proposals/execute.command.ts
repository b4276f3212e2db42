import type { executeProposalInput, submitProposalOutput } from "@bbux/contract";
import type { z } from "zod";
import { notify } from "../../people/notifications/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireAllowed } from "../../platform/errors/errors.ts";
import { writeLog } from "../../platform/log-line/write.command.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { lockProposal } from "./lock.query.ts";
import { getProposal } from "./proposals.queries.ts";
import { mayExecute } from "./proposals.rules.ts";
import { subjectOf } from "./subject.ts";

/**
 * Records that a passed proposal has been carried out, and how. A parameter change needs no admin: it takes effect when
 * the proposal passes.
 * @throws AppError NOT_FOUND, CONFLICT unless it has passed and is not carried out yet
 */
export async function executeProposal(
  ctx: MemberContext,
  { id: proposalId, note }: z.infer<typeof executeProposalInput>,
): Promise<z.infer<typeof submitProposalOutput>> {
  return withEffects(ctx, async (trx, effects) => {
    const { id, status, userId, title } = await lockProposal(trx, proposalId);
    requireAllowed(mayExecute(status));
    const at = ctx.now();
    await trx
      .updateTable("proposals")
      .set({
        status: "EXECUTED",
        executed_at: at,
        updated_at: at,
        executed_by: ctx.viewer.id,
        execution_note: note,
      })
      .where("id", "=", id)
      .execute();
    await writeLog(trx, {
      type: "PROPOSAL_EXECUTED",
      subject: subjectOf(id),
      description: carriedOut(id),
    });
    await audit(trx, {
      actor: ctx.viewer.id,
      action: "PROPOSAL_EXECUTED",
      reason: note,
      subject: userId,
      at,
      target: { kind: "proposal", id },
    });
    await notify(trx, effects, {
      to: [userId],
      kind: "proposal",
      bundle: `proposal:${id}`,
      level: 2,
      url: `/governance/proposals/${id}`,
      at,
      data: { subject: title, became: "executed" },
    });
    const reader = { viewerId: ctx.viewer.id, now: at };
    const proposal = await getProposal({ db: trx, parameterDefaults: ctx.parameterDefaults }, id, reader);
    return { success: true, proposal };
  });
}

const carriedOut = (id: string) => `Proposal ${id} carried out`;
