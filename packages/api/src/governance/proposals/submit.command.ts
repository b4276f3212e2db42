import {
  DAY_MS,
  formatParameter,
  PARAMETERS,
  PROPOSALS,
  type SubmitProposalInput,
  submitProposalOutput,
  toDbId,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { invalidField, requireAllowed } from "../../platform/errors/errors.ts";
import { writeLog } from "../../platform/log-line/write.command.ts";
import { parametersIn } from "../../platform/parameters/index.ts";
import { once } from "../../platform/transactions/index.ts";
import { stakedInAll } from "../rewards/index.ts";
import { lockStake } from "../staking/index.ts";
import { getProposal } from "./proposals.queries.ts";
import { maySubmit, quorumOf, stakeNeeded } from "./proposals.rules.ts";
import { subjectOf } from "./subject.ts";

type Change = { readonly parameter: keyof typeof PARAMETERS; readonly value: bigint };

/**
 * Submits a proposal and opens voting on it for seven days. Locks the member's row in `stakes`, so concurrent
 * submissions can't exceed the limit of open proposals or pass without the required stake.
 * @throws AppError STAKE_TOO_LOW, TOO_MANY_PROPOSALS, VALIDATION_ERROR for a change that changes nothing or a post that
 * doesn't exist
 */
export async function submitProposal(
  ctx: MemberContext,
  input: SubmitProposalInput,
): Promise<z.infer<typeof submitProposalOutput>> {
  return once(ctx, {
    call: "proposals.submit",
    input,
    output: submitProposalOutput,
    run: async (trx) => {
      // A minimum may be 0, so a member without a stake can submit too; their submissions still need a row to lock.
      const { amount: staked } = await lockStake(trx, ctx.viewer.id, ctx.now());
      const parameters = await parametersIn(trx, ctx.parameterDefaults);
      const open = await countOpen(trx, ctx.viewer.id);
      requireAllowed(maySubmit({ needed: stakeNeeded(input.type, parameters), staked, open }));
      const change = changeOf(input);
      if (change !== null && parameters[change.parameter] === change.value) {
        throw invalidField("value", `It is ${formatParameter(change.parameter, change.value)} already`);
      }
      await requireDiscussion(trx, input.discussionUrl ?? null);
      const id = await insertProposal(trx, ctx, input, change);
      await writeLog(trx, {
        type: "PROPOSAL_SUBMITTED",
        subject: subjectOf(id),
        description: submitted(id, input, change),
      });
      const reader = { viewerId: ctx.viewer.id, now: ctx.now() };
      const { parameterDefaults } = ctx;
      return { success: true as const, proposal: await getProposal({ db: trx, parameterDefaults }, id, reader) };
    },
  });
}

async function countOpen(trx: Transaction<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from proposals where user_id = ${userId} and status = 'OPEN'`.execute(trx);
  return rows[0]?.n ?? 0;
}

function changeOf(input: SubmitProposalInput): Change | null {
  if (input.type !== "PARAMETER" || input.parameter === undefined || input.value === undefined) return null;
  return { parameter: input.parameter, value: BigInt(input.value) };
}

/** Requires that a discussion link to one of our posts leads to an existing post. */
async function requireDiscussion(trx: Transaction<DB>, url: string | null): Promise<void> {
  const number = url?.match(/^\/posts\/(\d+)$/)?.[1];
  if (number === undefined) return;
  const { rows } = await sql`
    select from posts where id = ${toDbId(number)}::bigint and deleted_at is null`.execute(trx);
  if (rows.length === 0) throw invalidField("discussionUrl", "There is no such post");
}

async function insertProposal(
  trx: Transaction<DB>,
  ctx: MemberContext,
  input: SubmitProposalInput,
  change: Change | null,
): Promise<string> {
  const opens = ctx.now();
  const staked = await stakedInAll(trx);
  const { id } = await trx
    .insertInto("proposals")
    .values({
      user_id: ctx.viewer.id,
      type: input.type,
      title: input.title,
      proposal: input.proposal,
      discussion_url: input.discussionUrl ?? null,
      parameter: change?.parameter ?? null,
      value: change?.value ?? null,
      staked_at_open: staked.toString(),
      quorum_stake: quorumOf(staked).toString(),
      created_at: opens,
      updated_at: opens,
      closes_at: new Date(opens.getTime() + PROPOSALS.votingDays * DAY_MS),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** What the log keeps forever: the facts, not the member's text. */
function submitted(id: string, input: SubmitProposalInput, change: Change | null): string {
  if (change !== null) {
    const value = formatParameter(change.parameter, change.value);
    return `Proposal ${id} submitted: ${PARAMETERS[change.parameter].title} to be ${value}`;
  }
  return input.type === "SIGNAL"
    ? `Proposal ${id} submitted: an opinion is asked for`
    : `Proposal ${id} submitted: a policy`;
}
