import { type Proposal, proposal as schema, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { proposalNotFound } from "./proposals.queries.ts";

/** What commands need to decide. Amounts are in base units. */
export interface LockedProposal {
  readonly id: string;
  readonly userId: string;
  readonly title: string;
  readonly parameter: string | null;
  readonly value: bigint | null;
  readonly status: Proposal["status"];
  readonly closesAt: Date;
  readonly stakeVoted: bigint;
  readonly quorumStake: bigint;
  readonly powerFor: bigint;
  readonly powerAgainst: bigint;
}

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly title: string;
  readonly parameter: string | null;
  readonly value: string | null;
  readonly status: string;
  readonly closes_at: Date;
  readonly stake_voted: string;
  readonly quorum_stake: string;
  readonly power_for: string;
  readonly power_against: string;
}

/**
 * Locks a proposal. Votes, closing and execution take this lock first, then the voter's row in `stakes`.
 * @throws AppError NOT_FOUND
 */
export async function lockProposal(trx: Transaction<DB>, proposalId: string): Promise<LockedProposal> {
  const id = toDbId(proposalId);
  const { rows } = await sql<Row>`
    select id::text, user_id::text, title, parameter, value::text, status, closes_at, stake_voted::text,
           quorum_stake::text, power_for::text, power_against::text
      from proposals where id = ${id}::bigint for no key update`.execute(trx);
  const [row] = rows;
  if (!row) throw proposalNotFound();
  return {
    id: row.id,
    userId: row.user_id,
    title: row.title,
    parameter: row.parameter,
    value: row.value === null ? null : BigInt(row.value),
    status: schema.shape.status.parse(row.status),
    closesAt: row.closes_at,
    stakeVoted: BigInt(row.stake_voted),
    quorumStake: BigInt(row.quorum_stake),
    powerFor: BigInt(row.power_for),
    powerAgainst: BigInt(row.power_against),
  };
}
