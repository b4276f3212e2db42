import { DAY_MS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestApp, TestMember } from "../testing.ts";
import { historyOf, pointsOf, startReputation, vote } from "./reputation.support.ts";
import { answer, ask, call, ok } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let someone: () => Promise<TestMember>;
beforeAll(async () => {
  ({ t, ada, someone } = await startReputation());
});
afterAll(() => t.close());

const comment = async (as: TestMember, postId: string) =>
  ok(await call(t, "POST", `/posts/${postId}/comments`, { as, body: { content: "Why?" } })).comment.id;

describe("writing", () => {
  it("earns a point each, and more for the first of its kind [C9.26 C9.27 C3.05 C3.06]", async () => {
    const bob = await someone();
    const postId = await ask(t, bob);
    await answer(t, bob, postId);
    await comment(bob, postId);
    expect(await historyOf(t, bob)).toEqual([
      "POST_CREATED +1",
      "FIRST_POST +5",
      "ANSWER_CREATED +1",
      "FIRST_ANSWER +5",
      "COMMENT_CREATED +1",
      "FIRST_COMMENT +2",
    ]);
    const { entries } = ok(await call(t, "GET", "/profile/activity", { as: bob }));
    expect(entries[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      action: "FIRST_COMMENT",
      points: 2,
      createdAt: expect.stringMatching(/Z$/),
      post: { id: postId, title: "How?" },
    });
    expect(await pointsOf(t, bob)).toBe(16);
  });

  it("earns at most five of these points a day, whatever is written, and again the next day [C9.27]", async () => {
    const bob = await someone();
    const postId = await ask(t, bob);
    await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? comment(bob, postId) : answer(t, bob, postId))));
    const created = async () => (await historyOf(t, bob)).filter((row) => row.includes("CREATED")).length;
    expect(await created()).toBe(5);
    t.travel(DAY_MS);
    await comment(bob, postId);
    expect(await created()).toBe(6);
    expect((await historyOf(t, bob)).filter((row) => row.startsWith("FIRST"))).toHaveLength(3);
  });

  it("earns the first of a kind once, however many are posted concurrently [C9.26]", async () => {
    const bob = await someone();
    const postId = await ask(t, ada);
    await Promise.all(Array.from({ length: 10 }, () => comment(bob, postId)));
    expect((await historyOf(t, bob)).filter((row) => row.startsWith("FIRST"))).toEqual(["FIRST_COMMENT +2"]);
  });

  it("is reversed when the content is deleted; the first of a kind can't be earned again [C9.36]", async () => {
    const bob = await someone();
    const postId = await ask(t, bob);
    const commentId = await comment(bob, postId);
    ok(await call(t, "DELETE", `/posts/${postId}/comments/${commentId}`, { as: bob }));
    ok(await call(t, "DELETE", `/posts/${postId}`, { as: bob }));
    await ask(t, bob);
    expect(await historyOf(t, bob)).toEqual([
      "POST_CREATED +1",
      "FIRST_POST +5",
      "COMMENT_CREATED +1",
      "FIRST_COMMENT +2",
      "COMMENT_CREATED -1",
      "POST_CREATED -1",
      "POST_CREATED +1",
    ]);
  });

  it("ten posts or answers in a month earns MONTHLY_CONTRIBUTOR, once a month [C9.30]", async () => {
    const bob = await someone();
    const postId = await ask(t, ada);
    await Promise.all(Array.from({ length: 12 }, () => answer(t, bob, postId)));
    expect((await historyOf(t, bob)).filter((row) => row.startsWith("MONTHLY"))).toEqual(["MONTHLY_CONTRIBUTOR +20"]);
  });

  it("nine in one month and one in the next earn no MONTHLY_CONTRIBUTOR, the tenth of the next month does [C9.30]", async () => {
    const bob = await someone();
    const postId = await ask(t, ada);
    const monthly = async () => (await historyOf(t, bob)).filter((row) => row.startsWith("MONTHLY")).length;
    for (let i = 0; i < 8; i++) await answer(t, bob, postId);
    await ask(t, bob);
    const now = t.services.now();
    t.travel(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime());
    for (let i = 0; i < 9; i++) await answer(t, bob, postId);
    expect(await monthly()).toBe(0);
    await ask(t, bob);
    expect(await monthly()).toBe(1);
  });
});

describe("votes", () => {
  it("change the author's points depending on their target, and are reversed when taken back [C9.24 C9.25 M9.16 M9.17 M9.20 C9.36]", async () => {
    const [author, voter] = [await someone(), await someone()];
    const postId = await ask(t, author);
    const [answerId, commentId] = [await answer(t, author, postId), await comment(author, postId)];
    const start = (await historyOf(t, author)).length;
    const paths = [`/posts/${postId}`, `/posts/${postId}/answers/${answerId}`, `/comments/${commentId}`];
    const before = await pointsOf(t, author);
    for (const path of paths) await vote(t, voter, path, 1);
    for (const path of paths) await vote(t, voter, path, -1);
    for (const path of paths) await vote(t, voter, path, 0);
    expect((await historyOf(t, author)).slice(start)).toEqual([
      ...["POST_UPVOTED +2", "ANSWER_UPVOTED +5", "COMMENT_UPVOTED +1"],
      ...["POST_UPVOTED -2", "POST_DOWNVOTED -2", "ANSWER_UPVOTED -5", "ANSWER_DOWNVOTED -2"],
      ...["COMMENT_UPVOTED -1", "COMMENT_DOWNVOTED -2"],
      ...["POST_DOWNVOTED +2", "ANSWER_DOWNVOTED +2", "COMMENT_DOWNVOTED +2"],
    ]);
    expect(await pointsOf(t, author)).toBe(before);
    expect(await historyOf(t, voter)).toEqual([]);
  });
});

describe("an accepted answer", () => {
  it("earns 10, and they move with the mark [C9.22 M9.15 C9.36]", async () => {
    const [first, second] = [await someone(), await someone()];
    const postId = await ask(t, ada);
    const [one, other] = [await answer(t, first, postId), await answer(t, second, postId)];
    const accept = async (id: string) =>
      ok(await call(t, "POST", `/posts/${postId}/answers/${id}/accept`, { as: ada }));
    const of = async (member: TestMember) =>
      (await historyOf(t, member)).filter((row) => row.startsWith("ANSWER_ACCEPTED"));
    await accept(one);
    await accept(one);
    expect(await of(first)).toEqual(["ANSWER_ACCEPTED +10"]);
    await accept(other);
    expect([await of(first), await of(second)]).toEqual([
      ["ANSWER_ACCEPTED +10", "ANSWER_ACCEPTED -10"],
      ["ANSWER_ACCEPTED +10"],
    ]);
  });

  it("that wins a bounty earns 50 more [C9.23 M9.19 C3.07]", async () => {
    const winner = await someone();
    const postId = await ask(t, ada, { bountyAmount: 1 });
    const answerId = await answer(t, winner, postId);
    ok(await call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: ada }));
    expect((await historyOf(t, winner)).slice(2)).toEqual(["ANSWER_ACCEPTED +10", "BOUNTY_WON +50"]);
  });

  it("by its own author earns nothing", async () => {
    const bob = await someone();
    const postId = await ask(t, bob);
    const answerId = await answer(t, bob, postId);
    const before = await pointsOf(t, bob);
    ok(await call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: bob }));
    expect(await pointsOf(t, bob)).toBe(before);
  });

  it("earns HELPFUL_MEMBER if it is the tenth, once [C9.31]", async () => {
    const helper = await someone();
    for (let i = 0; i < 12; i++) {
      const postId = await ask(t, ada);
      const answerId = await answer(t, helper, postId);
      ok(await call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: ada }));
      const helpful = (await historyOf(t, helper)).filter((row) => row.startsWith("HELPFUL"));
      expect(helpful, `after ${i + 1}`).toEqual(i < 9 ? [] : ["HELPFUL_MEMBER +25"]);
    }
  });
});

describe("the rows of reputation", () => {
  it("are never changed or removed, and only one function adds them [C1.11 C9.36]", async () => {
    await ask(t, await someone());
    const { db, ownerDb } = t.database;
    await expect(ownerDb.updateTable("reputation_events").set({ points: 1_000 }).execute()).rejects.toThrow(
      /never changed/,
    );
    await expect(ownerDb.deleteFrom("reputation_events").execute()).rejects.toThrow(/never changed/);
    const row = { user_id: ada.id, action: "BOUNTY_WON", points: 50, created_at: new Date() };
    await expect(db.insertInto("reputation_events").values(row).execute()).rejects.toThrow(/permission denied/);
  });

  it("make up the chart of the last ninety days, which ends at the current points", async () => {
    const bob = await someone();
    await ask(t, bob);
    t.travel(2 * DAY_MS);
    await answer(t, bob, await ask(t, ada));
    const { chart, entries, pagination } = ok(await call(t, "GET", "/profile/activity?limit=2", { as: bob }));
    expect(chart).toHaveLength(90);
    expect(chart.at(-1)).toEqual({ date: t.services.now().toISOString().slice(0, 10), points: await pointsOf(t, bob) });
    expect(chart.at(-3).points).toBe(7);
    expect(chart.at(-2).points).toBe(7);
    expect(chart[0].points).toBe(0);
    expect(entries).toHaveLength(2);
    expect(pagination).toEqual({ page: 1, limit: 2, total: 5, pages: 3 });
  });

  it("gate nothing: members without points can ask with a bounty, answer, and vote [C9.14 M6.20]", async () => {
    const bob = await someone();
    await t.database.ownerDb
      .insertInto("reputation_events")
      .values({ user_id: bob.id, action: "SPAM_OR_ABUSE", points: -50, created_at: new Date() })
      .execute();
    const postId = await ask(t, bob, { bountyAmount: 1 });
    await vote(t, bob, `/posts/${postId}/answers/${await answer(t, ada, postId)}`, 1);
    await answer(t, bob, await ask(t, ada));
    expect(await pointsOf(t, bob)).toBeLessThan(0);
  });
});
