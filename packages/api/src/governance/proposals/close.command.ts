import {
  formatAmount,
  formatParameter,
  PARAMETER_NAMES,
  PARAMETERS,
  type ParameterName,
  type Parameters,
  parameterProblem,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { writeLog } from "../../platform/log-line/write.command.ts";
import { changeParameter } from "../../platform/parameters/index.ts";
import { eachDue } from "../../platform/transactions/index.ts";
import { type LockedProposal, lockProposal } from "./lock.query.ts";
import { notifyDecided } from "./notify-decided.command.ts";
import { type Decision, decide } from "./proposals.rules.ts";
import { subjectOf } from "./subject.ts";

const BATCH_SIZE = 100;

export interface Closed {
  readonly passed: number;
  readonly rejected: number;
}

/**
 * Decides every proposal whose voting period is over, in order of closing time, each in its own transaction under the
 * lock that a vote takes. Then notifies the proposer and the voters. A parameter change that passed is in force from
 * that transaction on. A failure doesn't hold up the others.
 * @param options.batchSize voters notified in one transaction
 * @throws the first failure, after the others have been decided
 */
export async function closeProposals(
  services: Pick<Services, "db" | "signals" | "now" | "parameterDefaults">,
  options: { readonly batchSize?: number } = {},
): Promise<Closed> {
  const count = { passed: 0, rejected: 0 };
  const failures = await eachDue<Due>({
    batchSize: BATCH_SIZE,
    next: (after) => dueAfter(services, after ?? { closesAt: new Date(0), id: "0" }),
    async run({ id }) {
      const decision = await close(services, id);
      if (decision !== null) count[decision.passed ? "passed" : "rejected"]++;
    },
  });
  await notifyDecided(services, options);
  if (failures.length > 0) throw failures[0];
  return count;
}

interface Due {
  readonly id: string;
  readonly closesAt: Date;
}

async function dueAfter({ db, now }: Pick<Services, "db" | "now">, after: Due): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id::text, closes_at as "closesAt" from proposals
     where status = 'OPEN' and closes_at <= ${now()} and (closes_at, id) > (${after.closesAt}, ${after.id}::bigint)
     order by closes_at, proposals.id limit ${BATCH_SIZE}`.execute(db);
  return rows;
}

/** @returns null when another process has decided it first */
async function close(
  { db, now, parameterDefaults }: Pick<Services, "db" | "now" | "parameterDefaults">,
  id: string,
): Promise<Decision | null> {
  return db.transaction().execute(async (trx) => {
    const proposal = await lockProposal(trx, id);
    const at = now();
    if (proposal.status !== "OPEN" || at < proposal.closesAt) return null;
    const decision = decide(proposal);
    await trx
      .updateTable("proposals")
      .set({
        status: decision.passed ? "PASSED" : "REJECTED",
        outcome: decision.outcome,
        decided_at: at,
        updated_at: at,
      })
      .where("id", "=", id)
      .execute();
    await writeLog(trx, {
      type: decision.passed ? "PROPOSAL_PASSED" : "PROPOSAL_REJECTED",
      subject: subjectOf(id),
      description: inWords(proposal, decision),
    });
    if (decision.passed) await carryOut(trx, parameterDefaults, proposal, at);
    return decision;
  });
}

function inWords(
  { id, powerFor, powerAgainst, stakeVoted, quorumStake }: LockedProposal,
  { passed, outcome }: Decision,
) {
  const [pro, contra, voted, needed] = [powerFor, powerAgainst, stakeVoted, quorumStake].map(formatAmount);
  if (passed)
    return `Proposal ${id} passed: voting power ${pro} for, ${contra} against; stake voted ${voted} of the ${needed} needed`;
  return outcome === "NO_QUORUM"
    ? `Proposal ${id} rejected without a quorum: voting power ${pro} for, ${contra} against; stake voted ${voted} of the ${needed} needed`
    : `Proposal ${id} rejected: voting power ${pro} for, ${contra} against; stake voted ${voted} of the ${needed} needed`;
}

/**
 * Puts a parameter change into force. If this version has other parameters or bounds than the one it was proposed to,
 * the proposal stays passed and an admin records the outcome.
 */
async function carryOut(
  trx: Transaction<DB>,
  defaults: Parameters,
  { id, parameter, value }: LockedProposal,
  at: Date,
): Promise<void> {
  const name = nameOf(parameter);
  if (name === null || value === null || parameterProblem(name, value) !== null) return;
  const note = `${PARAMETERS[name].title} is ${formatParameter(name, value)}`;
  await changeParameter(trx, defaults, { name, value, at, by: { proposalId: id }, reason: `Proposal ${id}` });
  await trx
    .updateTable("proposals")
    .set({ status: "EXECUTED", executed_at: at, execution_note: note })
    .where("id", "=", id)
    .execute();
  await writeLog(trx, {
    type: "PROPOSAL_EXECUTED",
    subject: subjectOf(id),
    description: `Proposal ${id} carried out: ${note}`,
  });
}

function nameOf(parameter: string | null): ParameterName | null {
  return PARAMETER_NAMES.find((name) => name === parameter) ?? null;
}
