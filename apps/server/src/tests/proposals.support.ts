import { type Proposal, UNIT } from "@bbux/contract";
import { sql } from "kysely";
import type { TestApp, TestMember } from "../testing.ts";
import { call, ok, type Response } from "./support.ts";

export const DAY = 86_400_000;
/** From submission to just after the closing time. */
export const VOTING = 7 * DAY;

export function stake(t: TestApp, as: TestMember, amount: number | string): Promise<Response> {
  return call(t, "POST", "/governance/stake", { as, body: { amount } });
}

export function unstake(t: TestApp, as: TestMember, amount: number | string): Promise<Response> {
  return call(t, "POST", "/governance/unstake", { as, body: { amount } });
}

/** A member without reputation who has staked this much, and has the same amount available. */
export async function staker(t: TestApp, name: string, amount: number): Promise<TestMember> {
  const member = await t.member(name, { balance: 2n * BigInt(amount) * UNIT });
  ok(await stake(t, member, amount));
  // Cancels the points for signing in.
  await reward(t, member, -1);
  return member;
}

export const SIGNAL = { type: "SIGNAL", title: "More chess", proposal: "Let us have a room for chess, please." };
/** A proposal for another bounty fee, in basis points. */
export const feeChange = (value: string) => ({
  type: "PARAMETER",
  title: "Another fee",
  proposal: "The fee on bounties ought to change.",
  parameter: "bountyFee",
  value,
});

export function submit(t: TestApp, as: TestMember, body: object = SIGNAL): Promise<Response> {
  return call(t, "POST", "/governance/proposals", { as, body });
}

/** Submits a proposal and returns its id. */
export async function propose(t: TestApp, as: TestMember, body: object = SIGNAL): Promise<string> {
  return ok(await submit(t, as, body)).proposal.id;
}

export function vote(t: TestApp, as: TestMember, id: string, choice: string): Promise<Response> {
  return call(t, "POST", `/governance/proposals/${id}/vote`, { as, body: { vote: choice } });
}

export async function proposalOf(t: TestApp, as: TestMember, id: string): Promise<Proposal> {
  return ok(await call(t, "GET", `/governance/proposals/${id}`, { as })).proposal;
}

/** The transparency log's lines about a subject, oldest first. */
export async function linesOf(t: TestApp, subject: string): Promise<{ type: string; description: string }[]> {
  const { rows } = await sql<{ type: string; description: string }>`
    select type, description from transparency_log where subject = ${subject} order by id`.execute(t.database.db);
  return rows;
}

/** Gives a member points, at the current time of the app's clock. */
export async function reward(t: TestApp, member: TestMember, points: number): Promise<void> {
  const entries = JSON.stringify([{ action: "BOUNTY_WON", points }]);
  await sql`select reputation_award(${member.id}, ${entries}::jsonb, ${t.services.now()})`.execute(t.database.db);
}
