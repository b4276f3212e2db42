import { noteTraces, settleBounties } from "@bbux/api";
import { setParameter } from "@bbux/api/operator";
import { DAY_MS, ESTABLISHED, HOUR_MS, type ParameterName } from "@bbux/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestApp, TestMember } from "../../testing.ts";
import { createEstablishedWorld, type EstablishedWorld, joined } from "../established.support.ts";
import { judge, prove, suspend, vote } from "../moderation.support.ts";
import { request, requestOf, review, vote as voteOnRefund } from "../refunds.support.ts";
import { object } from "../settlement.support.ts";
import { answer, call, ok, refused } from "../support.ts";

// An admin who wants to win a bounty changes a parameter, waits for the decision, and changes it back.

let world: EstablishedWorld;
let t: TestApp;
let maren: TestMember;
let author: TestMember;
let others = 0;

beforeAll(async () => {
  world = await createEstablishedWorld({ elders: ESTABLISHED.community, env: { SETTLEMENT_REVIEW_FROM: "10" } });
  ({ t } = world);
  maren = await judge(t, "maren", "admin");
  author = await t.member("author");
});
afterAll(() => t.close());

const CHANGED: ParameterName[] = ["establishedPoints", "requiredVotes", "settlementReviewFrom"];
afterEach(async () => {
  const { parameterDefaults: defaults } = t.services;
  for (const name of CHANGED) {
    const back = { name, value: defaults[name], actor: null, reason: "After this test", at: t.services.now() };
    await setParameter(t.database.db, defaults, back);
  }
});

async function change(name: ParameterName, value: number): Promise<void> {
  await prove(t, maren);
  const body = { name, value: `${value}`, reason: "Better for all of us" };
  ok(await call(t, "PUT", "/admin/parameters", { as: maren, body }));
}

/** A member as old as an established one, with some points. */
async function puppet(trusted_points: number): Promise<TestMember> {
  const member = await t.member(`puppet${others++}`);
  await world.update(member, { trusted_points, created_at: joined(), reputation_points: 100 });
  return member;
}
const puppets = (points: number) => Promise.all([puppet(points), puppet(points), puppet(points)]);
const up = async (voters: readonly TestMember[], postId: string, id: string) => {
  for (const as of voters) ok(await vote(t, as, `/posts/${postId}/answers/${id}`, 1));
};
async function engage(members: readonly TestMember[], postId: string): Promise<void> {
  const kept = members.map(({ id }) => ({ user_id: id, post_id: postId, created_at: t.services.now() }));
  await t.database.ownerDb.insertInto("bookmarks").values(kept).execute();
}
async function share(members: readonly TestMember[], kind: "wallet" | "device"): Promise<void> {
  const trace = { kind, value: "shared".padEnd(32, "1") };
  for (const { id } of members) await noteTraces(t.database.db, id, [trace], t.services.now());
}

/** A bounty with an answer that two established members voted for, and one by the admin. */
async function contest(amount = 2) {
  const postId = await world.place(amount);
  const [honest, theirs] = [await answer(t, author, postId), await answer(t, maren, postId)];
  await up([world.old(0), world.old(1)], postId, honest);
  return { postId, honest, theirs };
}

describe("a parameter that is changed while a bounty runs", () => {
  it.each([
    ["everyone's votes", 0, () => puppets(0)],
    ["votes of members with fewer points", 5, () => puppets(5)],
    ["only moderators' votes", 1_000, async () => [await judge(t, "accomplice", "moderator")]],
  ])("doesn't let %s decide its settlement", async (_whose, points, accomplices) => {
    const { postId, honest, theirs } = await contest();
    await change("establishedPoints", points);
    await up(await accomplices(), postId, theirs);
    expect(await world.winnerOf(postId)).toBe(honest);
  });

  it("decides about bounties that are placed later", async () => {
    await change("establishedPoints", 0);
    const { postId, theirs } = await contest();
    await up(await puppets(0), postId, theirs);
    expect(await world.winnerOf(postId)).toBe(theirs);
  });

  it("doesn't let votes pay it without notice and objections", async () => {
    const { postId, honest } = await contest(10);
    const [stranger, elder] = [await puppet(12), world.old(2)];
    await engage([stranger, elder], postId);
    await change("settlementReviewFrom", 0);
    await change("establishedPoints", 0);
    t.travel(8 * DAY_MS);
    expect(await settleBounties(t.services)).toEqual({ paid: 0, returned: 0 });
    const seenBy = async (as: TestMember) => ok(await call(t, "GET", `/posts/${postId}/settlement`, { as }));
    expect(await seenBy(elder)).toMatchObject({ mayObject: true, notice: { answerId: honest } });
    expect(await seenBy(stranger)).toMatchObject({ mayObject: false });
    refused(await object(world, stranger, postId), 403, "OBJECTION_NOT_ESTABLISHED");
    ok(await object(world, elder, postId));
  });

  it("changes neither who votes on its refund nor how many votes decide", async () => {
    const [tied, sharing, stranger] = [world.old(2), world.old(3), await puppet(12)];
    const postId = await world.place(2);
    await engage([tied, sharing, stranger], postId);
    await change("requiredVotes", 1);
    await change("establishedPoints", 0);
    t.travel(25 * HOUR_MS);
    const { id } = ok(await request(t, world.asker, postId)).request;
    await review(t, id, [tied, sharing, stranger]);
    const [hindrance] = (await requestOf(t, stranger, id)).hindrances;
    expect(hindrance).toMatchObject({
      code: "VOTE_NOT_ESTABLISHED",
      message: "Your vote counts once other established members have given you 50 points. You have 12.",
    });
    refused(await voteOnRefund(t, stranger, id), 403, "VOTE_NOT_ESTABLISHED");
    await share([tied, sharing], "wallet");
    expect(ok(await voteOnRefund(t, tied, id)).counted).toBe(true);
    expect(ok(await voteOnRefund(t, sharing, id)).counted).toBe(false);
    expect(await requestOf(t, tied, id)).toMatchObject({ status: "PENDING", requiredVotes: 5 });
  });

  it("doesn't let an admin suspend a rival of their other account", async () => {
    const other = await puppet(0);
    await share([maren, other], "device");
    const postId = await world.place(2);
    await answer(t, other, postId);
    const rival = await puppet(50);
    await answer(t, rival, postId);
    await change("establishedPoints", 0);
    refused(await suspend(t, maren, rival.id), 403, "HAS_INTEREST");
  });

  it("doesn't let them suspend a rival who joined in after them", async () => {
    const { postId } = await contest();
    const rival = await puppet(50);
    await answer(t, rival, postId);
    await change("establishedPoints", 1_000);
    refused(await suspend(t, maren, rival.id), 403, "HAS_INTEREST");
  });
});
