import {
  type approveTagProposalInput,
  type declineTagProposalInput,
  type tagProposalOutput,
  toDbId,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { notify } from "../../people/notifications/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, requireAllowed } from "../../platform/errors/errors.ts";
import { type Effects, withEffects } from "../../platform/transactions/index.ts";
import { addTag, lockTagNames, requireNewTag } from "../tags/index.ts";
import { getProposal } from "./tag-proposals.queries.ts";
import { mayEnd } from "./tag-proposals.rules.ts";

type Answer = z.infer<typeof tagProposalOutput>;

/**
 * Makes a proposal a tag, with the proposed name and description or others. Staff may approve their own: adding a tag takes nothing
 * from anyone, and a new platform has a single admin.
 * @throws AppError NOT_FOUND, TAG_PROPOSAL_DECIDED, TAG_EXISTS
 */
export function approveProposal(ctx: MemberContext, input: z.infer<typeof approveTagProposalInput>): Promise<Answer> {
  return withEffects(ctx, async (trx, effects) => {
    const proposal = await lockOpen(trx, input.id);
    const name = input.name ?? proposal.name;
    const description = input.description ?? proposal.description;
    await lockTagNames(trx);
    await requireNewTag(trx, name);
    const tag = await addTag(trx, { name, description });
    const [by, at] = [ctx.viewer.id, ctx.now()];
    await trx
      .updateTable("tag_proposals")
      .set({ status: "APPROVED", decided_at: at, decided_by: by, tag_id: tag })
      .where("id", "=", proposal.id)
      .execute();
    await audit(trx, {
      actor: by,
      action: "TAG_APPROVED",
      target: { kind: "tag", id: tag },
      subject: proposal.user_id,
      at,
      details: { name, description, proposal: { name: proposal.name, description: proposal.description } },
    });
    await tell(trx, effects, proposal, { asked: proposal.name, as: name, reason: null }, at);
    return { success: true, proposal: await getProposal(trx, proposal.id) };
  });
}

/** Declines a proposal with a reason. @throws AppError NOT_FOUND, TAG_PROPOSAL_DECIDED */
export function declineProposal(ctx: MemberContext, input: z.infer<typeof declineTagProposalInput>): Promise<Answer> {
  return withEffects(ctx, async (trx, effects) => {
    const proposal = await lockOpen(trx, input.id);
    const { reason } = input;
    const [by, at] = [ctx.viewer.id, ctx.now()];
    await trx
      .updateTable("tag_proposals")
      .set({ status: "DECLINED", decided_at: at, decided_by: by, note: reason })
      .where("id", "=", proposal.id)
      .execute();
    await audit(trx, {
      actor: by,
      action: "TAG_DECLINED",
      target: { kind: "tag_proposal", id: proposal.id },
      subject: proposal.user_id,
      reason,
      at,
      details: { name: proposal.name },
    });
    await tell(trx, effects, proposal, { asked: proposal.name, as: null, reason }, at);
    return { success: true, proposal: await getProposal(trx, proposal.id) };
  });
}

/** Takes the caller's own proposal back. @throws AppError NOT_FOUND, TAG_PROPOSAL_DECIDED */
export function withdrawProposal(ctx: MemberContext, id: string): Promise<Answer> {
  return ctx.db.transaction().execute(async (trx) => {
    const proposal = await lockOpen(trx, id, ctx.viewer.id);
    await trx
      .updateTable("tag_proposals")
      .set({ status: "WITHDRAWN", decided_at: ctx.now() })
      .where("id", "=", proposal.id)
      .execute();
    return { success: true, proposal: await getProposal(trx, proposal.id) };
  });
}

interface Locked {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
}

async function lockOpen(trx: Transaction<DB>, id: string, proposer?: string): Promise<Locked> {
  // The proposer first, as closing an account does, which then deletes the proposals.
  await sql`
    select from users where id = (select user_id from tag_proposals where id = ${toDbId(id)}) for key share`.execute(
    trx,
  );
  const row = await trx
    .selectFrom("tag_proposals")
    .select(["id", "user_id", "name", "description", "status"])
    .where("id", "=", toDbId(id))
    .$if(proposer !== undefined, (query) => query.where("user_id", "=", proposer ?? ""))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND", { message: "There is no such proposal" });
  requireAllowed(mayEnd(row));
  return row;
}

function tell(
  trx: Transaction<DB>,
  effects: Effects,
  { id, user_id }: Locked,
  data: { readonly asked: string; readonly as: string | null; readonly reason: string | null },
  at: Date,
): Promise<unknown> {
  const { asked: subject, as, reason } = data;
  return notify(trx, effects, {
    to: [user_id],
    kind: "tag",
    bundle: `tag:${id}`,
    data: { subject, as, reason },
    url: "/tags",
    at,
  });
}
