import { auditBounties } from "@bbux/api/operator";
import { HOUR_MS, UNIT } from "@bbux/contract";
import { audit, balanceOf } from "@bbux/ledger";
import { expect } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { ask, call, ok, type Response } from "./support.ts";

export const REASON = "Nobody answered what I had asked";
export const VOTE_REASON = "The answers do not solve what was asked";
export const MINUTE = 60_000;

/** An app with an asker who has 10,000 BBUX, a moderator, and members who can vote wherever they are engaged. */
export interface RefundWorld {
  readonly t: TestApp;
  readonly asker: TestMember;
  readonly moderator: TestMember;
  readonly voters: readonly TestMember[];
  voter(index: number): TestMember;
  /** A member who meets the voting rules that concern members. */
  elector(name: string): Promise<TestMember>;
  /** Places a one-day bounty on a post that these members bookmark. Not expired yet. @returns the post's id */
  place(engaged?: readonly TestMember[], amount?: number): Promise<string>;
  /** Lets a day and an hour pass, so that all bounties placed so far have expired. */
  expire(): void;
  /** An expired bounty with a refund request. */
  requested(engaged?: readonly TestMember[]): Promise<{ postId: string; id: string }>;
  /** Same, viewed by these members 5 minutes ago. */
  reviewed(engaged?: readonly TestMember[]): Promise<{ postId: string; id: string }>;
  /** Sets the number of equal votes that decide about bounties placed from now on. */
  requireVotes(count: number): Promise<void>;
}

export async function createRefundWorld({ electors = 0 } = {}): Promise<RefundWorld> {
  const t = await createTestApp();
  const { ownerDb } = t.database;
  await createTag(t.database, "money");
  const asker = await t.member("asker", { balance: 10_000n * UNIT });
  const elector = async (name: string) => {
    const member = await t.member(name);
    const joined = new Date(Date.now() - 30 * 24 * HOUR_MS);
    const facts = { reputation_points: 100, created_at: joined };
    await ownerDb.updateTable("users").set(facts).where("id", "=", member.id).execute();
    return member;
  };
  const moderator = await t.member("moddy");
  await ownerDb.updateTable("users").set({ role: "moderator" }).where("id", "=", moderator.id).execute();
  const voters: TestMember[] = [];
  for (let n = 0; n < electors; n++) voters.push(await elector(`voter${n}`));
  const world: RefundWorld = {
    t,
    asker,
    moderator,
    voters,
    elector,
    voter(index) {
      const member = voters[index];
      if (!member) throw new Error(`no voter ${index}`);
      return member;
    },
    async place(engaged = voters, amount = 2) {
      const postId = await ask(t, asker, { bountyAmount: amount, bountyDuration: 1 });
      const kept = engaged.map(({ id }) => ({ user_id: id, post_id: postId, created_at: t.services.now() }));
      if (kept.length > 0) await ownerDb.insertInto("bookmarks").values(kept).execute();
      return postId;
    },
    expire: () => t.travel(25 * HOUR_MS),
    async requested(engaged) {
      const postId = await world.place(engaged);
      world.expire();
      return { postId, id: ok(await request(t, asker, postId)).request.id };
    },
    async reviewed(engaged = voters) {
      const made = await world.requested(engaged);
      await review(t, made.id, engaged);
      return made;
    },
    async requireVotes(count) {
      const change = { name: "requiredVotes", value: count, previous: 5, reason: "for this test" };
      await ownerDb
        .insertInto("parameter_changes")
        .values({ ...change, created_at: t.services.now() })
        .execute();
    },
  };
  return world;
}

export function request(t: TestApp, as: TestMember, postId: string, reason = REASON): Promise<Response> {
  return call(t, "POST", "/refund-requests", { as, body: { postId, reason } });
}

/** Lets the members view the request, followed by 5 minutes. */
export async function review(t: TestApp, id: string, members: readonly TestMember[]): Promise<void> {
  for (const as of members) ok(await call(t, "GET", `/refund-requests/${id}`, { as }));
  t.travel(5 * MINUTE);
}

export function vote(t: TestApp, as: TestMember, id: string, how: "approve" | "reject" = "approve"): Promise<Response> {
  return call(t, "POST", `/refund-requests/${id}/vote`, { as, body: { vote: how, reason: VOTE_REASON } });
}

export function appeal(t: TestApp, as: TestMember, id: string): Promise<Response> {
  return call(t, "POST", `/refund-requests/${id}/appeal`, { as, body: { reason: "They misread the question" } });
}

export function decideAppeal(
  t: TestApp,
  as: TestMember,
  id: string,
  decision: "grant" | "deny" = "grant",
): Promise<Response> {
  const body = { decision, note: "I have read all of it" };
  return call(t, "POST", `/refund-requests/${id}/appeal/decision`, { as, body });
}

/** A request as a member sees it. */
export async function requestOf(t: TestApp, as: TestMember, id: string) {
  return ok(await call(t, "GET", `/refund-requests/${id}`, { as })).request;
}

export async function postOf(t: TestApp, id: string) {
  return ok(await call(t, "GET", `/posts/${id}`)).post;
}

/** How a bounty ended according to the books: an empty escrow means exactly one transfer out of it. */
export async function outcomeOf(t: TestApp, postId: string): Promise<"escrowed" | "bounty_paid" | "bounty_returned"> {
  const escrow = await balanceOf(t.database.db, "escrow", postId);
  const transfers = await t.database.ownerDb
    .selectFrom("ledger_transfers")
    .select("kind")
    .where("kind", "in", ["bounty_paid", "bounty_returned"])
    .where("cause", "=", postId)
    .execute();
  const { bounty_status: stored } = await t.database.ownerDb
    .selectFrom("posts")
    .select("bounty_status")
    .where("id", "=", postId)
    .executeTakeFirstOrThrow();
  const [end] = transfers;
  if (end === undefined) {
    expect([escrow > 0n, stored]).toEqual([true, "ESCROWED"]);
    return "escrowed";
  }
  expect([escrow, transfers.length]).toEqual([0n, 1]);
  expect(stored).toBe(end.kind === "bounty_paid" ? "PAID" : "REFUNDED");
  return end.kind === "bounty_paid" ? "bounty_paid" : "bounty_returned";
}

/** Asserts that the books add up, and that every bounty is where its post says. */
export async function expectCleanBooks(t: TestApp): Promise<void> {
  const { ownerDb } = t.database;
  expect((await audit(ownerDb)).problems).toEqual([]);
  const bounties = await auditBounties(ownerDb, t.services.now());
  expect(bounties.filter(({ finding }) => finding === "ESCROW")).toEqual([]);
}
