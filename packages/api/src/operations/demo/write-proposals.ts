import { DAY_MS, formatAmount, PROPOSALS } from "@bbux/contract";
import { sql } from "kysely";
import {
  quorumOf,
  reputationAtOpening,
  stakeAtOpening,
  subjectOf,
  weightOf,
} from "../../governance/proposals/index.ts";
import type { News } from "../../people/notifications/index.ts";
import { engaged } from "../../people/reputation/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import { type DecisionType, writeLog } from "../../platform/log-line/write.command.ts";
import { proposals, stakes } from "./governance.ts";
import { units } from "./write-posts.ts";
import type { Event } from "./written.ts";
import { ago, type Known, need, type Told, type Trx } from "./written.ts";

/** Writes proposals. Their votes come with the moves of money, because voting power depends on stakes and on the reputation earned by then. */
export async function writeProposals(trx: Trx, { now, users, moves }: Known): Promise<Told> {
  const events: Event[] = [];
  const news: News[] = [];
  for (const { author, type, title, proposal, daysAgo, votes, executed } of proposals) {
    const opens = ago(now, daysAgo);
    const closes = new Date(opens.getTime() + PROPOSALS.votingDays * DAY_MS);
    const staked = stakes
      .filter((stake) => stake.daysAgo > daysAgo)
      .reduce((sum, stake) => sum + units(stake.amount), 0n);
    const { id } = await trx
      .insertInto("proposals")
      .values({
        user_id: need(users, author),
        type,
        title,
        proposal,
        created_at: opens,
        closes_at: closes,
        staked_at_open: staked.toString(),
        quorum_stake: quorumOf(staked).toString(),
        updated_at: ago(now, executed?.daysAgo ?? votes.at(-1)?.daysAgo ?? daysAgo),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const { member, daysAgo: votedAgo } of votes) {
      events.push({ member: need(users, member), at: ago(now, votedAgo), entries: engaged(id) });
    }
    const what = type === "SIGNAL" ? "an opinion is asked for" : "a policy";
    const submitted = `Proposal ${id} submitted: ${what}`;
    moves.push({ at: opens, run: () => line(trx, "PROPOSAL_SUBMITTED", id, submitted) });
    for (const { member, support, daysAgo: votedAgo } of votes) {
      const at = ago(now, votedAgo);
      moves.push({ at, run: () => castVote(trx, id, need(users, member), support, at) });
    }
    if (!executed) continue;
    moves.push({ at: closes, run: () => decide(trx, id, closes) });
    moves.push({ at: ago(now, executed.daysAgo), run: () => execute(trx, id, { now, users }, executed) });
    const notice = { kind: "proposal", bundle: `proposal:${id}`, url: `/governance/proposals/${id}` } as const;
    news.push({
      ...notice,
      level: 1,
      at: closes,
      data: { subject: title, became: "passed" },
      to: [...new Set([author, ...votes.map(({ member }) => member)])].map((name) => need(users, name)),
    } satisfies News<"proposal">);
    await audit(trx, {
      actor: need(users, executed.by),
      action: "PROPOSAL_EXECUTED",
      target: { kind: "proposal", id },
      subject: need(users, author),
      reason: executed.note,
      at: ago(now, executed.daysAgo),
    });
  }
  return { events, news };
}

async function castVote(trx: Trx, proposal: string, voter: string, support: boolean, at: Date): Promise<void> {
  const { rows } = await sql<{ stake: string; reputation: number }>`
    select ${stakeAtOpening(voter)}::text as stake, ${reputationAtOpening(voter)} as reputation
      from proposals p where p.id = ${proposal}`.execute(trx);
  const stake = BigInt(rows[0]?.stake ?? 0);
  const weight = weightOf({ stakeAtOpen: stake, stakeNow: stake, reputation: rows[0]?.reputation ?? 0 });
  await trx
    .insertInto("proposal_votes")
    .values({ proposal_id: proposal, voter_id: voter, support, created_at: at, ...weight })
    .execute();
  await sumUp(trx, proposal);
}

async function sumUp(trx: Trx, proposal: string): Promise<void> {
  await sql`
    update proposals p set stake_voted = v.stake, power_for = v.power_for, power_against = v.power_against,
           votes_for = v.votes_for, votes_against = v.votes_against
      from (
        select sum(stake) as stake,
               coalesce(sum(power) filter (where support), 0) as power_for,
               coalesce(sum(power) filter (where not support), 0) as power_against,
               count(*) filter (where support) as votes_for, count(*) filter (where not support) as votes_against
          from proposal_votes where proposal_id = ${proposal}) as v
     where p.id = ${proposal}`.execute(trx);
}

async function decide(trx: Trx, id: string, at: Date): Promise<void> {
  const passed = { status: "PASSED", outcome: "MAJORITY", decided_at: at, told_at: at };
  await trx.updateTable("proposals").set(passed).where("id", "=", id).execute();
  const { power_for, power_against, stake_voted, quorum_stake } = await trx
    .selectFrom("proposals")
    .select(["power_for", "power_against", "stake_voted", "quorum_stake"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const [powerFor, against, voted, quorum] = [power_for, power_against, stake_voted, quorum_stake].map((units) =>
    formatAmount(BigInt(units)),
  );
  const power = `voting power ${powerFor} for, ${against} against`;
  await line(
    trx,
    "PROPOSAL_PASSED",
    id,
    `Proposal ${id} passed: ${power}; stake voted ${voted} of the ${quorum} needed`,
  );
}

function line(trx: Trx, type: DecisionType, id: string, description: string): Promise<void> {
  return writeLog(trx, { type, subject: subjectOf(id), description });
}

/** Records that a proposal was carried out. */
async function execute(
  trx: Trx,
  id: string,
  { now, users }: Pick<Known, "now" | "users">,
  { by, note, daysAgo }: NonNullable<(typeof proposals)[number]["executed"]>,
): Promise<void> {
  const executed = { executed_at: ago(now, daysAgo), executed_by: need(users, by), execution_note: note };
  await trx
    .updateTable("proposals")
    .set({ status: "EXECUTED", ...executed })
    .where("id", "=", id)
    .execute();
  await line(trx, "PROPOSAL_EXECUTED", id, `Proposal ${id} carried out`);
}
