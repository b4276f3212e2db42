import { settleBounties } from "@bbux/api";
import { auditBounties } from "@bbux/api/operator";
import { DAY_MS, ESTABLISHED, HOUR_MS } from "@bbux/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestMember } from "../../testing.ts";
import { createEstablishedWorld, type EstablishedWorld, NEEDED } from "../established.support.ts";
import { appeal, close, decide, hidden, moderate, prove, staff, suspend, thing, vote } from "../moderation.support.ts";
import { request, review, vote as voteOnRefund } from "../refunds.support.ts";
import { answer, call, ok, refused } from "../support.ts";

// Who decides, who may win, and until when can't be changed while a bounty runs.

let world: EstablishedWorld;
let mona: TestMember;
let milo: TestMember;
let root: TestMember;
beforeAll(async () => {
  world = await createEstablishedWorld({ elders: ESTABLISHED.community });
  ({ mona, milo, root } = await staff(world.t));
});
beforeEach(() => prove(world.t, mona, milo, root));
afterAll(() => world.t.close());

const setRole = (member: TestMember, role: string) =>
  call(world.t, "PUT", `/admin/users/${member.id}/role`, { as: root, body: { role } });
const votes = async (as: TestMember, postId: string, id: string) =>
  ok(await vote(world.t, as, `/posts/${postId}/answers/${id}`, 1));
const bookmark = (postId: string, ...members: readonly TestMember[]) =>
  world.t.database.ownerDb
    .insertInto("bookmarks")
    .values(members.map(({ id }) => ({ user_id: id, post_id: postId, created_at: world.t.services.now() })))
    .execute();
const statusOf = async (postId: string) => ok(await call(world.t, "GET", `/posts/${postId}`)).post.bountyStatus;

describe("the size of the community", () => {
  /** Leaves so many established members, the three of the staff among them. */
  async function leave(count: number): Promise<void> {
    for (const [n, elder] of world.elders.entries()) {
      await world.update(elder, { trusted_points: n < count - 3 ? NEEDED : 0 });
    }
  }

  /** An answer that two members voted for, and one that a moderator did. */
  async function contest() {
    const postId = await world.place();
    const popular = await answer(world.t, world.old(2), postId);
    const chosen = await answer(world.t, world.old(3), postId, "Mine is better");
    for (const n of [0, 1]) await votes(world.old(n), postId, popular);
    await votes(mona, postId, chosen);
    return { postId, popular, chosen };
  }
  const isForModerators = async (postId: string) => {
    world.t.travel(25 * HOUR_MS);
    const { id } = ok(await request(world.t, world.asker, postId)).request;
    const row = world.t.database.db.selectFrom("refund_requests").select("by_moderators").where("id", "=", id);
    return (await row.executeTakeFirstOrThrow()).by_moderators;
  };

  it("when a bounty is placed says who decides about it, whatever becomes of members and roles", async () => {
    await leave(ESTABLISHED.community);
    const [large, request1] = [await contest(), await world.place(2)];
    await leave(ESTABLISHED.community - 1);
    // The lost points don't matter to the votes that were cast.
    const [small, request2] = [await contest(), await world.place(2)];
    expect([await isForModerators(request1), await isForModerators(request2)]).toEqual([false, true]);
    await leave(world.elders.length);
    expect([await world.winnerOf(large.postId), await world.winnerOf(small.postId)]).toEqual([
      large.popular,
      small.chosen,
    ]);
  });
});

it("a vote that counted for a role alone counts no longer than the role", async () => {
  const { t } = world;
  const postId = await world.place();
  const [best, theirs] = [
    await answer(t, world.old(2), postId),
    await answer(t, world.old(3), postId, "Mine is better"),
  ];
  await votes(world.old(0), postId, best);
  for (const name of ["puppet", "doll"]) {
    const member = await t.member(name);
    ok(await setRole(member, "moderator"));
    await votes(member, postId, theirs);
    ok(await setRole(member, "user"));
  }
  // An elder loses nothing with a role.
  ok(await setRole(world.old(1), "moderator"));
  await votes(world.old(1), postId, best);
  ok(await setRole(world.old(1), "user"));
  await votes(mona, postId, theirs);
  expect(await world.winnerOf(postId)).toBe(best);
});

describe("staff with a part in a bounty", () => {
  it("who voted on its refund neither close the question nor hide an answer", async () => {
    const { t } = world;
    const postId = await world.place(2);
    const id = await answer(t, world.old(2), postId);
    await bookmark(postId, mona);
    await world.update(mona, { reputation_points: 100, created_at: new Date(Date.now() - 30 * DAY_MS) });
    t.travel(25 * HOUR_MS);
    const refund = ok(await request(t, world.asker, postId)).request;
    await review(t, refund.id, [mona]);
    ok(await voteOnRefund(t, mona, refund.id));
    await prove(world.t, mona, milo, root);
    refused(await close(t, mona, postId), 403, "HAS_INTEREST");
    refused(await moderate(t, mona, "hide", thing("answer", id)), 403, "HAS_INTEREST");
    ok(await close(t, milo, postId));
  });

  it("don't suspend established members who may vote on its refund", async () => {
    const { t } = world;
    const postId = await world.place(2);
    const [elder, newcomer] = [world.old(4), await t.member("newcomer")];
    await bookmark(postId, elder, newcomer);
    await answer(t, mona, postId);
    refused(await suspend(t, mona, elder.id), 403, "HAS_INTEREST");
    ok(await suspend(t, mona, newcomer.id));
  });

  it("who hid an answer for a while can't answer themselves", async () => {
    const { t } = world;
    const postId = await world.place(2);
    const id = await answer(t, world.old(2), postId);
    const hiding = await hidden(t, mona, thing("answer", id));
    ok(await appeal(t, world.old(2), hiding));
    ok(await decide(t, milo, hiding, "grant"));
    refused(
      await call(t, "POST", `/posts/${postId}/answers`, { as: mona, body: { content: "Mine is better" } }),
      403,
      "HAS_INTEREST",
    );
    await answer(t, milo, postId);
  });
});

describe("a hidden answer", () => {
  async function hiddenAnswer() {
    const { t } = world;
    const postId = await world.place(2);
    const author = world.old(2);
    const id = await answer(t, author, postId);
    await votes(world.old(0), postId, id);
    return { postId, author, id, hide: () => hidden(t, mona, thing("answer", id)) };
  }

  it("keeps the asker from deleting the question", async () => {
    const { postId, hide } = await hiddenAnswer();
    await hide();
    refused(await call(world.t, "DELETE", `/posts/${postId}`, { as: world.asker }), 409, "BOUNTY_HAS_ANSWERS");
  });

  it("that others voted for has two days until an appeal, and a week from it, before the bounty is settled", async () => {
    const { t } = world;
    const [lost, won] = [await hiddenAnswer(), await hiddenAnswer()];
    t.travel(8 * DAY_MS - HOUR_MS);
    await prove(world.t, mona, milo, root);
    const [, hiding] = [await lost.hide(), await won.hide()];
    ok(await appeal(t, won.author, hiding));
    t.travel(2 * DAY_MS - HOUR_MS);
    await settleBounties(t.services);
    expect([await statusOf(lost.postId), await statusOf(won.postId)]).toEqual(["EXPIRED", "EXPIRED"]);
    const late = (await auditBounties(t.database.ownerDb, t.services.now())).map(({ subject }) => subject);
    expect(late).not.toContain(`bounty of post ${won.postId}`);
    t.travel(2 * HOUR_MS);
    await settleBounties(t.services);
    expect([await statusOf(lost.postId), await statusOf(won.postId)]).toEqual(["REFUNDED", "EXPIRED"]);
    await prove(world.t, mona, milo, root);
    ok(await decide(t, milo, hiding, "grant"));
    await settleBounties(t.services);
    expect(await statusOf(won.postId)).toBe("PAID");
  });

  it("holds no bounty up for longer than a week", async () => {
    const { t } = world;
    const { postId, author, hide } = await hiddenAnswer();
    t.travel(8 * DAY_MS - HOUR_MS);
    await prove(world.t, mona, milo, root);
    ok(await appeal(t, author, await hide()));
    t.travel(7 * DAY_MS + HOUR_MS);
    await settleBounties(t.services);
    expect(await statusOf(postId)).toBe("REFUNDED");
  });
});
