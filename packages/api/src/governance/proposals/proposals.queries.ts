import {
  formatAmount,
  formatParameter,
  type listProposalsInput,
  type listProposalsOutput,
  PARAMETER_NAMES,
  PARAMETERS,
  type ParameterName,
  type Proposal,
  proposal as schema,
  toDbId,
} from "@bbux/contract";
import type { Database } from "@bbux/db";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { parametersIn } from "../../platform/parameters/index.ts";
import { pagination } from "../../platform/queries/index.ts";
import { weightOf } from "./proposals.rules.ts";
import { reputationAtOpening, stakeAtOpening } from "./proposals.sql.ts";

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly username: string;
  readonly type: string;
  readonly title: string;
  readonly proposal: string;
  readonly discussion_url: string | null;
  readonly parameter: string | null;
  readonly value: string | null;
  readonly status: string;
  readonly outcome: string | null;
  readonly staked_at_open: string;
  readonly quorum_stake: string;
  readonly stake_voted: string;
  readonly power_for: string;
  readonly power_against: string;
  readonly votes_for: number;
  readonly votes_against: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly closes_at: Date;
  readonly decided_at: Date | null;
  readonly executed_at: Date | null;
  readonly execution_note: string | null;
  /** The viewer's vote, if any. */
  readonly support: boolean | null;
  readonly power: string | null;
  /** The voting power that the viewer would vote with, while they can vote. */
  readonly stake_at_open: string | null;
  readonly stake_now: string | null;
  readonly reputation: number | null;
}

export interface Reader {
  readonly viewerId: string;
  readonly now: Date;
}

type ProposalReader = Pick<Services, "parameterDefaults"> & { readonly db: Database };

/** `passed` includes proposals that were carried out. */
const matching = {
  open: sql`p.status = 'OPEN'`,
  passed: sql`p.status in ('PASSED', 'EXECUTED')`,
  rejected: sql`p.status = 'REJECTED'`,
  executed: sql`p.status = 'EXECUTED'`,
} as const;

/** Returns a page of proposals, newest first. */
export async function listProposals(
  { db, parameterDefaults }: ProposalReader,
  { page, limit, status }: z.infer<typeof listProposalsInput>,
  reader: Reader,
): Promise<z.infer<typeof listProposalsOutput>> {
  const where = status === undefined ? sql`true` : matching[status];
  const [rows, counted] = await Promise.all([
    read(
      db,
      reader,
      sql`where ${where} order by p.created_at desc, p.id desc limit ${limit} offset ${(page - 1) * limit}`,
    ),
    sql<{ n: number }>`select count(*)::int as n from proposals p where ${where}`.execute(db),
  ]);
  return {
    proposals: await toProposals({ db, parameterDefaults }, rows),
    pagination: pagination({ page, limit }, counted.rows[0]?.n ?? 0),
  };
}

/**
 * Returns one proposal.
 * @throws AppError NOT_FOUND
 */
export async function getProposal(reading: ProposalReader, id: string, reader: Reader): Promise<Proposal> {
  const number = toDbId(id);
  const rows = number === null ? [] : await read(reading.db, reader, sql`where p.id = ${number}`);
  const [found] = await toProposals(reading, rows);
  if (!found) throw proposalNotFound();
  return found;
}

export function proposalNotFound(): AppError {
  return new AppError("NOT_FOUND", { message: "Proposal not found" });
}

async function read(db: Database, { viewerId, now }: Reader, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id::text, p.user_id::text, u.username, p.type, p.title, p.proposal, p.discussion_url, p.parameter,
           p.value::text, p.status, p.outcome, p.staked_at_open::text, p.quorum_stake::text, p.stake_voted::text,
           p.power_for::text, p.power_against::text, p.votes_for, p.votes_against, p.created_at, p.updated_at,
           p.closes_at, p.decided_at, p.executed_at, p.execution_note,
           v.support, v.power::text, mine.stake_at_open::text, mine.stake_now::text, mine.reputation
      from proposals p join users u on u.id = p.user_id
      left join proposal_votes v on v.proposal_id = p.id and v.voter_id = ${viewerId}
      left join lateral (
        select ${stakeAtOpening(viewerId)} as stake_at_open, ${reputationAtOpening(viewerId)} as reputation,
               coalesce((select s.amount from stakes s where s.user_id = ${viewerId}), 0) as stake_now
      ) mine on p.status = 'OPEN' and p.closes_at > ${now} and v.voter_id is null
    ${which}`.execute(db);
  return rows;
}

async function toProposals({ db, parameterDefaults }: ProposalReader, rows: readonly Row[]): Promise<Proposal[]> {
  const inForce = rows.some(({ parameter }) => parameter !== null)
    ? await parametersIn(db, parameterDefaults)
    : parameterDefaults;
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    username: row.username,
    type: schema.shape.type.parse(row.type),
    title: row.title,
    proposal: row.proposal,
    discussionUrl: row.discussion_url,
    parameter: changeOf(row, inForce),
    status: schema.shape.status.parse(row.status),
    outcome: schema.shape.outcome.parse(row.outcome),
    vote: row.support ?? false,
    userVote: row.support === null ? null : row.support ? "for" : "against",
    userPower: powerOf(row),
    powerFor: text(row.power_for),
    powerAgainst: text(row.power_against),
    votesFor: row.votes_for,
    votesAgainst: row.votes_against,
    stakeVoted: text(row.stake_voted),
    quorumStake: text(row.quorum_stake),
    stakedAtOpen: text(row.staked_at_open),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    executedAt: row.executed_at?.toISOString() ?? null,
    executionNote: row.execution_note,
  }));
}

function text(units: string): string {
  return formatAmount(BigInt(units));
}

/** A parameter that no longer exists in this version can't be described. */
function changeOf(row: Row, inForce: Readonly<Record<ParameterName, bigint>>): Proposal["parameter"] {
  const name = PARAMETER_NAMES.find((known) => known === row.parameter);
  if (name === undefined || row.value === null) return null;
  return {
    name,
    title: PARAMETERS[name].title,
    value: row.value,
    valueText: formatParameter(name, BigInt(row.value)),
    current: inForce[name].toString(),
    currentText: formatParameter(name, inForce[name]),
  };
}

function powerOf(row: Row): string | null {
  if (row.power !== null) return text(row.power);
  if (row.stake_at_open === null || row.stake_now === null || row.reputation === null) return null;
  const { power } = weightOf({
    stakeAtOpen: BigInt(row.stake_at_open),
    stakeNow: BigInt(row.stake_now),
    reputation: row.reputation,
  });
  return formatAmount(power);
}
