import { DAY_MS, UNIT } from "@bbux/contract";
import { afterAll, expect, it } from "vitest";
import { createTag, createTestApp, type TestMember } from "../testing.ts";
import { propose, staker } from "./proposals.support.ts";
import { answer, ask, call, ok } from "./support.ts";

const t = await createTestApp();
afterAll(() => t.close());
const { ownerDb } = t.database;
for (const name of ["money", "rust", "unused"]) await createTag(t.database, name);
const asker = await t.member("asker", { balance: 10_000n * UNIT });
const board = async (as?: TestMember) => ok(await call(t, "GET", "/stats/board", as && { as }));

/** Has the asker pay a bounty to a member. */
async function pay(to: TestMember, bountyAmount: number): Promise<void> {
  const id = await ask(t, asker, { bountyAmount });
  const answerId = await answer(t, to, id);
  ok(await call(t, "POST", `/posts/${id}/answers/${answerId}/accept`, { as: asker }));
}

/** Asks for a refund of a bounty whose time is over. */
async function refundOf(title: string, facts: { by_moderators: boolean; days: number }): Promise<string> {
  const postId = await ask(t, asker, { title, tags: ["rust"], bountyAmount: 3 });
  const ended = { bounty_expires_at: new Date(Date.now() - DAY_MS) };
  await ownerDb.updateTable("posts").set(ended).where("id", "=", postId).execute();
  const body = { postId, reason: "Nobody answered what I had asked" };
  const { id } = ok(await call(t, "POST", "/refund-requests", { as: asker, body })).request;
  const { days, by_moderators } = facts;
  const set = { by_moderators, expires_at: new Date(Date.now() + days * DAY_MS) };
  await ownerDb.updateTable("refund_requests").set(set).where("id", "=", id).execute();
  return id;
}

it("shows everyone the bounties that end first, open votes, the most used tags and the month's top earners, without members who left or are suspended, and what is over", async () => {
  const [ada, bob, gone, banned] = await Promise.all(["ada", "bob", "gone", "banned"].map((name) => t.member(name)));
  if (!ada || !bob || !gone || !banned) throw new Error("a member is missing");
  await pay(ada, 2.5);
  await pay(bob, 1);
  await pay(bob, 4);
  await pay(gone, 9);
  await pay(banned, 9);
  await ownerDb.updateTable("users").set({ deleted_at: new Date() }).where("id", "=", gone.id).execute();
  const suspended = { suspended_at: new Date(), suspension_reason: "Spam" };
  await ownerDb.updateTable("users").set(suspended).where("id", "=", banned.id).execute();
  const soon = await ask(t, asker, { title: "Soon", bountyAmount: 1, bountyDuration: 1 });
  const later = await ask(t, asker, { title: "Later", bountyAmount: 2, bountyDuration: 3 });
  const refund = await refundOf("Asked back", { by_moderators: false, days: 2 });
  await refundOf("For moderators", { by_moderators: true, days: 1 });
  await refundOf("Too late", { by_moderators: false, days: -1 });
  const proposal = await propose(t, await staker(t, "staker", 100));

  const shown = await board();
  expect(shown.endingSoon.map(({ id, reward }: { id: string; reward: number }) => [id, reward])).toEqual([
    [soon, 1],
    [later, 2],
  ]);
  expect(shown.openVotes.map(({ kind, id, title }: Record<string, string>) => [kind, id, title])).toEqual([
    ["refund", refund, "Asked back"],
    ["proposal", proposal, "More chess"],
  ]);
  expect(shown.popularTags).toEqual([
    { name: "money", postCount: 7 },
    { name: "rust", postCount: 3 },
  ]);
  expect(shown.month).toBe(t.services.now().toISOString().slice(0, 7));
  expect(shown.topEarners).toEqual([
    { author: { id: bob.id, username: "bob", profilePicture: null }, earned: 5, bounties: 2 },
    { author: { id: ada.id, username: "ada", profilePicture: null }, earned: 2.5, bounties: 1 },
  ]);
  expect(await board(bob)).toEqual(shown);
});

it("begins each month with nobody", async () => {
  t.travel(32 * DAY_MS);
  expect(await board()).toMatchObject({ topEarners: [], endingSoon: [], openVotes: [] });
});
