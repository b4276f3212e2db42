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

export interface Submitted extends Told {
  /** Writes the votes, once reputations exist. */
  weigh(): Promise<void>;
}

/** Writes proposals without their votes, because voting power depends on the reputation earned by then. */
export async function writeProposals(trx: Trx, { now, users }: Known): Promise<Submitted> {
  const events: Event[] = [];
  const news: News[] = [];
  const cast: (() => Promise<void>)[] = [];
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
    cast.push(async () => {
      for (const { member, support, daysAgo: votedAgo } of votes) {
        await castVote(trx, id, need(users, member), support, ago(now, votedAgo));
      }
      await sumUp(trx, id);
      if (executed) await conclude(trx, id, { now, users }, executed, closes);
    });
    const what = type === "SIGNAL" ? "an opinion is asked for" : "a policy";
    await line(trx, "PROPOSAL_SUBMITTED", id, `Proposal ${id} submitted: ${what}`);
    if (!executed) continue;
    cast.push(() => notifyDecision(trx, id));
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
  const weigh = async () => {
    for (const write of cast) await write();
  };
  return { events, news, weigh };
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

async function notifyDecision(trx: Trx, id: string): Promise<void> {
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
  await line(trx, "PROPOSAL_EXECUTED", id, `Proposal ${id} carried out`);
}

function line(trx: Trx, type: DecisionType, id: string, description: string): Promise<void> {
  return writeLog(trx, { type, subject: subjectOf(id), description });
}

/** Decides a proposal and records that it was carried out, after its votes. */
async function conclude(
  trx: Trx,
  proposal: string,
  { now, users }: Pick<Known, "now" | "users">,
  { by, note, daysAgo }: NonNullable<(typeof proposals)[number]["executed"]>,
  closed: Date,
): Promise<void> {
  const passed = { status: "PASSED", outcome: "MAJORITY", decided_at: closed, told_at: closed };
  const executed = { executed_at: ago(now, daysAgo), executed_by: need(users, by), execution_note: note };
  for (const step of [passed, { status: "EXECUTED", ...executed }]) {
    await trx.updateTable("proposals").set(step).where("id", "=", proposal).execute();
  }
}
