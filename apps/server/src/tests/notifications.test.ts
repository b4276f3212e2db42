import { grantRole } from "@bbux/api/operator";
import { UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { comment, newsOf, readAll, unreadOf, vote, wordsOf } from "./notifications.support.ts";
import { answer, ask, call, ok, tally } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
let cleo: TestMember;
let dora: TestMember;
/** Members who only vote and answer. */
let crowd: TestMember[];

beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  ada = await t.member("ada", { balance: 100n * UNIT });
  [bob, cleo, dora] = [await t.member("bob"), await t.member("cleo"), await t.member("dora")];
  crowd = [];
  for (let i = 0; i < 10; i++) crowd.push(await t.member(`crowd${i}`));
});
afterAll(() => t.close());

/** Everyone starts with nothing unread. */
async function afresh(): Promise<void> {
  await t.database.ownerDb.deleteFrom("notifications").execute();
}

describe("a member is notified", () => {
  it("of an answer, with a link to it [C3.26]", async () => {
    const postId = await ask(t, ada, { title: "How to rotate?" });
    const answerId = await answer(t, bob, postId);
    const [news, ...more] = await newsOf(t, ada);
    expect(more).toEqual([]);
    expect(news).toEqual({
      id: expect.stringMatching(/^\d+$/),
      kind: "answer",
      title: "1 new answer",
      message: "bob answered “How to rotate?”",
      read: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      navigation: { url: `/posts/${postId}#answer-${answerId}` },
    });
    expect(await newsOf(t, bob)).toEqual([]);
  });

  it("of a comment", async () => {
    await afresh();
    const postId = await ask(t, ada, { title: "Here" });
    const id = await comment(t, bob, postId);
    const [news] = await newsOf(t, ada);
    expect(news).toMatchObject({ kind: "comment", title: "1 new comment", message: "bob commented on “Here”" });
    expect(news?.navigation?.url).toBe(`/posts/${postId}#comment-${id}`);
  });

  it("of an accepted answer, once, however often the mark moves", async () => {
    const postId = await ask(t, ada, { title: "Which?" });
    const [first, second] = [await answer(t, bob, postId), await answer(t, cleo, postId)];
    await afresh();
    const accept = async (id: string) =>
      ok(await call(t, "POST", `/posts/${postId}/answers/${id}/accept`, { as: ada }));
    await accept(first);
    await accept(first);
    expect(await wordsOf(t, bob)).toEqual(["accepted: ada accepted your answer to “Which?”"]);
    await readAll(t, bob);
    await accept(second);
    await accept(first);
    expect(await wordsOf(t, cleo)).toEqual(["accepted: ada accepted your answer to “Which?”"]);
    expect(await newsOf(t, bob)).toHaveLength(1);
  });

  it("of a bounty won", async () => {
    const postId = await ask(t, ada, { title: "For money", bountyAmount: 2.5, hasBounty: true });
    const answerId = await answer(t, bob, postId);
    await afresh();
    ok(await call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: ada }));
    const [news, ...more] = await newsOf(t, bob);
    expect(more).toEqual([]);
    expect(news).toMatchObject({ kind: "bounty_won", title: "You won 2.5 BBUX" });
  });

  it("of votes at milestones, ten of them in one line", async () => {
    const postId = await ask(t, ada, { title: "Good one" });
    const answerId = await answer(t, bob, postId);
    const commentId = await comment(t, cleo, postId);
    await afresh();
    for (const voter of crowd) await vote(t, voter, `/posts/${postId}`, 1);
    expect(await wordsOf(t, ada)).toEqual(["votes: Your post “Good one” has 10 upvotes"]);
    await vote(t, dora, `/posts/${postId}/answers/${answerId}`, 1);
    await vote(t, dora, `/comments/${commentId}`, 1);
    const [ofAnswer] = await newsOf(t, bob);
    expect(ofAnswer).toMatchObject({
      title: "1 upvote",
      message: "Your answer on “Good one” has 1 upvote",
      navigation: { url: `/posts/${postId}#answer-${answerId}` },
    });
    expect(await wordsOf(t, cleo)).toEqual(["votes: Your comment on “Good one” has 1 upvote"]);
  });

  it("of no downvotes, and of no vote twice", async () => {
    const postId = await ask(t, ada);
    await afresh();
    await vote(t, bob, `/posts/${postId}`, -1);
    expect(await newsOf(t, ada)).toEqual([]);
    await vote(t, bob, `/posts/${postId}`, 1);
    await readAll(t, ada);
    for (const value of [0, 1, -1, 1]) await vote(t, bob, `/posts/${postId}`, value);
    expect(await newsOf(t, ada)).toHaveLength(1);
    expect(await unreadOf(t, ada)).toBe(0);
  });

  it("of an integrity rating and of a different one later, but not of the same one again", async () => {
    await afresh();
    const rate = async (rating: number) =>
      ok(await call(t, "POST", "/integrity/rate", { as: bob, body: { ratedUserId: ada.id, rating, reason: "Fair" } }));
    await rate(8);
    expect(await wordsOf(t, ada)).toEqual(["rating: Another member rated your integrity 8 out of 10"]);
    await readAll(t, ada);
    await rate(8);
    expect(await unreadOf(t, ada)).toBe(0);
    await rate(3);
    expect((await wordsOf(t, ada))[0]).toBe("rating: Another member rated your integrity 3 out of 10");
  });

  it("of a role that an operator granted, unless they already had it, and of other roles as an admin", async () => {
    await afresh();
    await grantRole(t.services, { member: "CLEO", role: "admin", actor: null });
    await grantRole(t.services, { member: "ada", role: "admin", actor: null });
    await grantRole(t.services, { member: "ada", role: "admin", actor: null });
    await grantRole(t.services, { member: "cleo", role: "user", actor: null });
    expect(await wordsOf(t, cleo)).toEqual([
      "role: You no longer have a staff role",
      "security: An operator made ada an admin.",
    ]);
    expect(await wordsOf(t, ada)).toEqual([
      "security: An operator ended cleo's staff role.",
      "role: You're now an admin",
    ]);
  });

  it("of each reputation milestone, once [C9.33]", async () => {
    const postId = await ask(t, dora);
    await t.database.ownerDb
      .insertInto("reputation_events")
      .values({ user_id: dora.id, action: "ANSWER_UPVOTED", points: 90, created_at: new Date() })
      .execute();
    await afresh();
    const before = ok(await call(t, "GET", "/profile", { as: dora })).reputationPoints;
    const milestones = async () => (await newsOf(t, dora)).filter(({ kind }) => kind === "milestone");
    expect(before).toBeLessThan(100);
    for (const voter of crowd.slice(0, 3)) await vote(t, voter, `/posts/${postId}`, 1);
    expect(await milestones()).toEqual([expect.objectContaining({ title: "100 reputation points" })]);
    await readAll(t, dora);
    for (const value of [0, 1]) for (const voter of crowd.slice(0, 3)) await vote(t, voter, `/posts/${postId}`, value);
    expect(await milestones()).toHaveLength(1);
    const rows = await t.database.ownerDb
      .selectFrom("reputation_events")
      .select("points")
      .where("user_id", "=", dora.id)
      .where("action", "=", "REPUTATION_MILESTONE")
      .execute();
    expect(rows).toEqual([{ points: 0 }]);
  });
});

describe("a mention", () => {
  it("in a post, an answer, or a comment notifies the named members, once per text", async () => {
    await afresh();
    const postId = await ask(t, ada, { title: "Hey", content: "@bob and @BOB, also @nobody_here and @ada" });
    expect(await wordsOf(t, bob)).toEqual(["mention: ada mentioned you in “Hey”"]);
    expect(await newsOf(t, ada)).toEqual([]);
    const answerId = await answer(t, cleo, postId, "See @bob. `@dora`\n```\n@dora\n```");
    await comment(t, dora, postId, "@bob?");
    expect(await wordsOf(t, bob)).toEqual(["mention: dora, cleo and ada mentioned you in “Hey”"]);
    expect((await newsOf(t, bob))[0]?.navigation?.url).toMatch(new RegExp(`^/posts/${postId}#comment-`));
    expect(await newsOf(t, dora)).toEqual([]);
    expect(answerId).not.toBe("");
  });

  it("added by an edit notifies, and an existing one doesn't again", async () => {
    const postId = await ask(t, ada, { title: "Edited", content: "@bob" });
    const answerId = await answer(t, cleo, postId, "@bob");
    await afresh();
    t.travel(25 * 3_600_000);
    const body = { title: "Edited", content: "@bob and @dora" };
    ok(await call(t, "PUT", `/posts/${postId}`, { as: ada, body }));
    ok(await call(t, "PUT", `/posts/${postId}/answers/${answerId}`, { as: cleo, body: { content: "@bob @ada" } }));
    expect(await newsOf(t, bob)).toEqual([]);
    expect(await wordsOf(t, dora)).toEqual(["mention: ada mentioned you in “Edited”"]);
    expect(await wordsOf(t, ada)).toEqual(["mention: cleo mentioned you in “Edited”"]);
  });

  it("doesn't notify the asker twice of one answer, but does notify an asker who has turned answers off", async () => {
    await afresh();
    const postId = await ask(t, ada, { title: "Twice" });
    await answer(t, bob, postId, "@ada, so");
    expect(await wordsOf(t, ada)).toEqual(["answer: bob answered “Twice”"]);
    await afresh();
    const choose = async (kinds: object) =>
      ok(await call(t, "PUT", "/notifications/settings", { as: ada, body: { kinds } }));
    await choose({ answer: false });
    await answer(t, bob, postId, "@ada, again");
    await choose({ answer: true });
    expect(await wordsOf(t, ada)).toEqual(["mention: bob mentioned you in “Twice”"]);
  });
});

describe("nobody is notified", () => {
  it("of their own actions", async () => {
    await afresh();
    const postId = await ask(t, ada, { content: "@ada" });
    const answerId = await answer(t, ada, postId, "@ada");
    await comment(t, ada, postId, "@ada");
    ok(await call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: ada }));
    expect((await newsOf(t, ada)).filter(({ kind }) => kind !== "milestone")).toEqual([]);
  });

  it("of failed calls", async () => {
    await afresh();
    const postId = await ask(t, ada);
    const response = await call(t, "POST", `/posts/${postId}/answers`, { as: bob, body: { content: " " } });
    expect(response.statusCode).toBe(422);
    expect(await newsOf(t, ada)).toEqual([]);
  });

  it("after closing their account", async () => {
    await afresh();
    const gone = await t.member("leaving");
    const postId = await ask(t, gone);
    await answer(t, bob, postId);
    const body = { password: gone.password, forfeitBalance: true };
    ok(await call(t, "POST", "/auth/delete-account", { as: gone, body }));
    await answer(t, bob, postId);
    const rows = await t.database.ownerDb
      .selectFrom("notifications")
      .select("id")
      .where("user_id", "=", gone.id)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe("notifications of one kind and target", () => {
  it("are one line with the latest names, until it is read", async () => {
    await afresh();
    const postId = await ask(t, ada, { title: "Busy" });
    await answer(t, bob, postId);
    await answer(t, cleo, postId);
    expect(await wordsOf(t, ada)).toEqual(["answer: cleo and bob answered “Busy”"]);
    const last = await answer(t, dora, postId);
    const [line, ...more] = await newsOf(t, ada);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ title: "3 new answers", message: "dora, cleo and bob answered “Busy”" });
    expect(line?.navigation?.url).toBe(`/posts/${postId}#answer-${last}`);
    await answer(t, bob, postId);
    expect((await newsOf(t, ada))[0]).toMatchObject({
      title: "4 new answers",
      message: "bob, dora and others answered “Busy”",
    });
    await readAll(t, ada);
    await answer(t, bob, postId);
    expect((await newsOf(t, ada)).map(({ title, read }) => [title, read])).toEqual([
      ["1 new answer", false],
      ["4 new answers", true],
    ]);
  });

  it("are one line of twenty if twenty arrive at once", async () => {
    await afresh();
    const postId = await ask(t, ada, { title: "Rush" });
    const path = `/posts/${postId}/answers`;
    const all = Array.from({ length: 20 }, (_, i) =>
      call(t, "POST", path, { as: crowd[i % 10] ?? bob, body: { content: `Answer ${i} for @cleo` } }),
    );
    expect(tally(await Promise.all(all))).toEqual({ 200: 20 });
    const lines = await newsOf(t, ada);
    expect(lines.map(({ title }) => title)).toEqual(["20 new answers"]);
    const rows = await t.database.ownerDb
      .selectFrom("notifications")
      .select(["user_id", "count"])
      .where("bundle_key", "in", [`answers:${postId}`, `mention:${postId}`])
      .orderBy("user_id")
      .execute();
    expect(rows).toEqual([
      { user_id: ada.id, count: 20 },
      { user_id: cleo.id, count: 20 },
    ]);
  });
});
