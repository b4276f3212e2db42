import { formatAmount, REPUTATION, type voteProposalInput, voteProposalOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { award, engaged } from "../../people/reputation/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, requireAllowed } from "../../platform/errors/errors.ts";
import { once } from "../../platform/transactions/index.ts";
import { lockStake } from "../staking/index.ts";
import { lockProposal } from "./lock.query.ts";
import { getProposal } from "./proposals.queries.ts";
import { mayVote, type Weight, weightOf } from "./proposals.rules.ts";
import { reputationAtOpening, stakeAtOpening } from "./proposals.sql.ts";

/**
 * Votes on a proposal; a vote is final. The voting power is stored with the vote. The stake behind it can't be unstaked
 * while the proposal is open, so this locks the voter's row in `stakes`, as unstaking does. The proposal is locked
 * first, so a vote either counts toward the decision or is refused.
 * @throws AppError NOT_FOUND, VOTING_CLOSED, ALREADY_VOTED, NO_VOTING_POWER
 */
export async function voteOnProposal(
  ctx: MemberContext,
  input: z.infer<typeof voteProposalInput>,
): Promise<z.infer<typeof voteProposalOutput>> {
  return once(ctx, {
    call: "proposals.vote",
    input,
    output: voteProposalOutput,
    run: async (trx, effects) => {
      const proposal = await lockProposal(trx, input.id);
      const at = ctx.now();
      const voter = ctx.viewer.id;
      requireAllowed(mayVote({ ...proposal, voted: await hasVoted(trx, proposal.id, voter) }, at));
      const weight = await weigh(trx, proposal.id, voter, at);
      if (weight.power === 0n) throw new AppError("NO_VOTING_POWER");
      const support = input.vote === "for";
      await count(trx, { proposalId: proposal.id, voter, support, weight, at });
      const given = await award(trx, effects, voter, engaged(proposal.id), at);
      const { parameterDefaults } = ctx;
      return {
        success: true as const,
        message: support
          ? `Your vote in favor counts with a voting power of ${formatAmount(weight.power)}`
          : `Your vote against counts with a voting power of ${formatAmount(weight.power)}`,
        reward: given.includes("COMMUNITY_ENGAGEMENT") ? REPUTATION.COMMUNITY_ENGAGEMENT : 0,
        proposal: await getProposal({ db: trx, parameterDefaults }, proposal.id, { viewerId: voter, now: at }),
      };
    },
  });
}

async function hasVoted(trx: Transaction<DB>, proposalId: string, voter: string): Promise<boolean> {
  const { rows } = await sql`
    select from proposal_votes where proposal_id = ${proposalId} and voter_id = ${voter}`.execute(trx);
  return rows.length > 0;
}

async function weigh(trx: Transaction<DB>, proposalId: string, voter: string, at: Date): Promise<Weight> {
  const { amount: stakeNow } = await lockStake(trx, voter, at);
  const { rows } = await sql<{ stakeAtOpen: string; reputation: number }>`
    select ${stakeAtOpening(voter)}::text as "stakeAtOpen", ${reputationAtOpening(voter)} as reputation
      from proposals p where p.id = ${proposalId}`.execute(trx);
  const [row] = rows;
  return weightOf({ stakeNow, stakeAtOpen: BigInt(row?.stakeAtOpen ?? 0), reputation: row?.reputation ?? 0 });
}

async function count(
  trx: Transaction<DB>,
  vote: {
    readonly proposalId: string;
    readonly voter: string;
    readonly support: boolean;
    readonly weight: Weight;
    readonly at: Date;
  },
): Promise<void> {
  const { proposalId, voter, support, at } = vote;
  const { stake, reputation, power } = vote.weight;
  await trx
    .insertInto("proposal_votes")
    .values({ proposal_id: proposalId, voter_id: voter, support, stake, reputation, power, created_at: at })
    .execute();
  const [powerFor, powerAgainst] = support ? [power, 0n] : [0n, power];
  await sql`
    update proposals set stake_voted = stake_voted + ${stake.toString()}::numeric,
      power_for = power_for + ${powerFor.toString()}::numeric, votes_for = votes_for + ${support ? 1 : 0},
      power_against = power_against + ${powerAgainst.toString()}::numeric, votes_against = votes_against + ${support ? 0 : 1},
      updated_at = ${at}
     where id = ${proposalId}`.execute(trx);
}
