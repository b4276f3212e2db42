import {
  closeProposals,
  decideDueRefunds,
  makeCheckpoint,
  notifySettlements,
  payRewards,
  sealLog,
  settleBounties,
} from "@bbux/api";
import { DAY_MS, formatAmount, REFUNDS } from "@bbux/contract";
import { balanceOf } from "@bbux/ledger";
import { sql } from "kysely";
import { z } from "zod";
import { call, finishDue, pick } from "./members.ts";
import type { Person, World } from "./world.ts";

/** Stakes a share of the balance, or unstakes a share of the stake. */
export async function changeStake(
  world: World,
  person: Person,
  { percent, out }: { readonly percent: number; readonly out: boolean },
  alone: boolean,
): Promise<void> {
  const { db } = world.t.database;
  const [free, staked] = [
    await balanceOf(db, "member", person.member.id),
    await balanceOf(db, "stake", person.member.id),
  ];
  const amount = ((out ? staked : free) * BigInt(percent)) / 100n;
  const payload = { amount: formatAmount(amount) };
  const { status, code } = await call(world, person, "POST", `/governance/${out ? "unstake" : "stake"}`, payload);
  if (status === 200) person.staked += out ? -amount : amount;
  if (!alone) return;
  const refusals = out ? ["INSUFFICIENT_BALANCE", "STAKE_LOCKED"] : ["INSUFFICIENT_BALANCE"];
  if (amount === 0n) expect422(code);
  else if (percent <= 100 && !out) expectOf([""], code, "staking what one has");
  else expectOf(["", ...refusals], code, "staking");
  if (percent > 100 && amount > (out ? staked : free)) expectOf(refusals, code, "more than there is");
}

function expect422(code: string): void {
  expectOf(["VALIDATION_ERROR"], code, "nothing");
}

function expectOf(codes: readonly string[], code: string, what: string): void {
  if (!codes.includes(code)) throw new Error(`${what} was answered by ${code || "success"}`);
}

/** The asker of a bounty requests its refund. */
export async function requestRefund(world: World, which: number): Promise<void> {
  const post = pick(world.bounties, which);
  if (!post || post.author.closed) return;
  const payload = { postId: post.id, reason: "No one could say" };
  const { status, body } = await call(world, post.author, "POST", "/refund-requests", payload);
  if (status !== 200) return;
  const { request } = z.object({ request: z.object({ id: z.string() }) }).parse(body);
  world.refunds.push({ id: request.id, post });
  // Everyone views it now, so that they can vote five minutes later.
  for (const person of world.people) {
    if (!person.closed) await call(world, person, "GET", `/refund-requests/${request.id}`);
  }
}

export async function voteRefund(
  world: World,
  person: Person,
  { which, approve }: { readonly which: number; readonly approve: boolean },
): Promise<void> {
  const refund = pick(world.refunds, which);
  if (!refund) return;
  const payload = { vote: approve ? "approve" : "reject", reason: "Because it is so, as one can see" };
  await call(world, person, "POST", `/refund-requests/${refund.id}/vote`, payload);
}

export async function appealRefund(world: World, which: number): Promise<void> {
  const refund = pick(world.refunds, which);
  if (!refund || refund.post.author.closed) return;
  await call(world, refund.post.author, "POST", `/refund-requests/${refund.id}/appeal`, { reason: "It is not so" });
}

export async function decideAppeal(world: World, { which, grant }: { which: number; grant: boolean }): Promise<void> {
  const refund = pick(world.refunds, which);
  if (!refund) return;
  const payload = { decision: grant ? "grant" : "deny", note: "I have looked at it" };
  await call(world, world.moderator, "POST", `/refund-requests/${refund.id}/appeal/decision`, payload);
}

/** A moderator's actions on content that carries money. */
export async function moderate(
  world: World,
  { which, what }: { readonly which: number; readonly what: "hide" | "restore" | "hide answer" | "close" },
): Promise<void> {
  const post = pick(world.posts, which);
  if (!post) return;
  if (what === "close") {
    await call(world, world.moderator, "POST", `/posts/${post.id}/close`, { reason: "No question" });
    return;
  }
  const answer = pick(post.answers, which);
  const target =
    what === "hide answer"
      ? answer && { targetType: "answer", targetId: answer.id }
      : { targetType: "post", targetId: post.id };
  if (!target) return;
  const verb = what === "restore" ? "restore" : "hide";
  await call(world, world.moderator, "POST", `/moderation/${verb}`, { ...target, reason: "Seen" });
}

/** Upvotes someone's answer, because the best one is paid on settlement. */
export async function upvote(world: World, person: Person, which: number): Promise<void> {
  const post = pick(world.bounties, which);
  const answer = post && pick(post.answers, which);
  if (post && answer) await call(world, person, "POST", `/posts/${post.id}/answers/${answer.id}/vote`, { value: 1 });
}

/** Proposes a change of the bounty fee, which takes effect automatically. */
export async function propose(world: World, person: Person, basisPoints: number): Promise<void> {
  const { status, body } = await call(world, person, "POST", "/governance/proposals", {
    type: "PARAMETER",
    title: "Another fee",
    proposal: "It would be better for everyone",
    parameter: "bountyFee",
    value: String(basisPoints),
  });
  if (status !== 200) return;
  world.proposals.push(z.object({ proposal: z.object({ id: z.string() }) }).parse(body).proposal.id);
}

export async function voteProposal(
  world: World,
  person: Person,
  { which, approve }: { readonly which: number; readonly approve: boolean },
): Promise<void> {
  const id = pick(world.proposals, which);
  if (id) await call(world, person, "POST", `/governance/proposals/${id}/vote`, { vote: approve ? "for" : "against" });
}

/** Runs every scheduled decision, this many times concurrently. */
export async function govern(world: World, workers: number, attempt: (work: () => Promise<unknown>) => Promise<void>) {
  const { services } = world;
  const jobs = [
    decideDueRefunds,
    notifySettlements,
    settleBounties,
    closeProposals,
    payRewards,
    sealLog,
    makeCheckpoint,
  ];
  for (const job of jobs) {
    await Promise.all(Array.from({ length: workers }, () => attempt(() => job(services))));
  }
  await finishDue(world, attempt);
}

/** The current bounty fee in basis points. */
export async function feeNow(world: World): Promise<bigint> {
  const { rows } = await sql<{ value: string }>`
    select value::text from parameter_changes where name = 'bountyFee' order by id desc limit 1`.execute(
    world.t.database.ownerDb,
  );
  return BigInt(rows[0]?.value ?? 500);
}

/** Longer than any decision can take: voting, rejection, appeal, and its lapse in sequence. */
export const ALL_DECIDED_MS = (REFUNDS.windowDays * 3 + REFUNDS.appealDays + 10) * DAY_MS;

/** Gives members the points and account age needed to vote. */
export async function season(world: World): Promise<void> {
  const { ownerDb } = world.t.database;
  for (const { member } of world.people) {
    await sql`insert into reputation_events (user_id, action, points, created_at)
      values (${member.id}, 'DAILY_LOGIN', 100, now() - interval '30 days')`.execute(ownerDb);
  }
  await sql`update users set created_at = created_at - interval '30 days'`.execute(ownerDb);
  await sql`update users set role = 'moderator' where id = ${world.moderator.member.id}`.execute(ownerDb);
}
