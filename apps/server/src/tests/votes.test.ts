import { UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok, refused, refusesField, tally } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
let cleo: TestMember;
let postId: string;
let answerId: string;
let commentId: string;

beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  ada = await t.member("ada", { balance: 100n * UNIT });
  bob = await t.member("bob");
  cleo = await t.member("cleo");
  postId = await ask(t, ada);
  answerId = await answer(t, bob, postId);
  commentId = await comment(ada, postId);
});
afterAll(() => t.close());

async function comment(as: TestMember, post: string, content = "Why?"): Promise<string> {
  return ok(await call(t, "POST", `/posts/${post}/comments`, { as, body: { content } })).comment.id;
}

const vote = (as: TestMember, path: string, value: unknown, more: object = {}) =>
  call(t, "POST", `${path}/vote`, { as, body: { value, ...more } });

describe("a vote on a post", () => {
  it("counts, can change direction, and is withdrawn with 0 [C7.32 C3.12]", async () => {
    const path = `/posts/${postId}`;
    const counters = (up: number, down: number, userVote: number) => ({
      success: true,
      totalVotes: up - down,
      userVote,
      qualityUpvotes: up,
      qualityDownvotes: down,
    });
    expect(ok(await vote(bob, path, 1, { voteType: "quality" }))).toEqual(counters(1, 0, 1));
    expect(ok(await vote(bob, path, 1))).toEqual(counters(1, 0, 1));
    expect(ok(await vote(cleo, path, -1))).toEqual(counters(1, 1, -1));
    expect(ok(await vote(cleo, path, 1))).toEqual(counters(2, 0, 1));
    expect(ok(await vote(cleo, path, 0))).toEqual(counters(1, 0, 0));
    expect(ok(await vote(cleo, path, 0))).toEqual(counters(1, 0, 0));
    const seen = async (as?: TestMember) => ok(await call(t, "GET", path, { ...(as && { as }) })).post;
    expect(await seen(bob)).toMatchObject({ userVote: 1, totalVotes: 1, votes: { up: 1, down: 0 } });
    expect(await seen(cleo)).toMatchObject({ userVote: 0 });
    expect(await seen()).toMatchObject({ userVote: 0 });
    const feed = ok(await call(t, "GET", "/posts", { as: bob }));
    expect(feed.posts[0]).toMatchObject({ id: postId, userVote: 1, qualityUpvotes: 1 });
    expect(ok(await call(t, "GET", "/posts?page=1&limit=5", { as: cleo })).posts[0].userVote).toBe(0);
  });

  it("is −1, 0, or 1 and nothing else", async () => {
    for (const value of [2, -2, 0.5, "1", null, undefined, true]) {
      refusesField(await vote(bob, `/posts/${postId}`, value), "value");
    }
    refusesField(await vote(bob, `/posts/${postId}`, 1, { voteType: "money" }), "voteType");
  });
});

describe("votes on answers and comments", () => {
  it("return the counters, through every documented path [C7.33 C7.34 C7.39]", async () => {
    const counters = (upvotes: number, downvotes: number, userVote: number) => ({
      success: true,
      upvotes,
      downvotes,
      userVote,
    });
    expect(ok(await vote(ada, `/posts/${postId}/answers/${answerId}`, 1))).toEqual(counters(1, 0, 1));
    expect(ok(await vote(cleo, `/posts/${postId}/answers/${answerId}`, -1))).toEqual(counters(1, 1, -1));
    expect(ok(await vote(bob, `/comments/${commentId}`, 1, { voteType: "quality" }))).toEqual(counters(1, 0, 1));
    expect(ok(await vote(cleo, `/posts/${postId}/comments/${commentId}`, 1))).toEqual(counters(2, 0, 1));
    expect(ok(await vote(cleo, `/comments/${commentId}`, 0))).toEqual(counters(1, 0, 0));
  });

  it("are included in lists and in the post, by id [C7.35 C7.37]", async () => {
    const of = async (path: string, as?: TestMember) => ok(await call(t, "GET", path, { ...(as && { as }) }));
    expect((await of(`/posts/${postId}/answers`, cleo)).userVotes).toEqual({ [answerId]: -1 });
    expect((await of(`/posts/${postId}/comments`, bob)).userVotes).toEqual({ [commentId]: 1 });
    expect((await of(`/posts/${postId}/comments`)).userVotes).toEqual({ [commentId]: 0 });
    expect((await of(`/posts/${postId}`, cleo)).post.userVotes).toEqual({ [answerId]: -1, [commentId]: 0 });
  });

  it("sort comments by net votes, highest first [C9.18]", async () => {
    const post = await ask(t, ada);
    const [first, second, third] = [await comment(ada, post), await comment(ada, post), await comment(ada, post)];
    ok(await vote(bob, `/comments/${third}`, 1));
    ok(await vote(bob, `/comments/${first}`, -1));
    const { comments } = ok(await call(t, "GET", `/posts/${post}/comments`));
    expect(comments.map((one: { id: string }) => one.id)).toEqual([third, second, first]);
  });
});

describe("nobody", () => {
  it("can vote on their own post, answer, or comment [C6.15]", async () => {
    for (const [as, path] of [
      [ada, `/posts/${postId}`],
      [bob, `/posts/${postId}/answers/${answerId}`],
      [ada, `/comments/${commentId}`],
      [ada, `/posts/${postId}/comments/${commentId}`],
    ] as const) {
      refused(await vote(as, path, 1), 403, "OWN_CONTENT");
    }
  });

  it("can vote without a session, or while suspended [C6.04 C6.11]", async () => {
    const paths = [`/posts/${postId}`, `/posts/${postId}/answers/${answerId}`, `/comments/${commentId}`];
    for (const path of paths) {
      refused(await call(t, "POST", `${path}/vote`, { body: { value: 1 } }), 401, "UNAUTHENTICATED");
    }
    const gone = await t.member("suspended");
    await t.database.ownerDb.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", gone.id).execute();
    for (const path of paths) refused(await vote(gone, path, 1), 403, "ACCOUNT_SUSPENDED");
  });

  it("can vote on something nonexistent, or under the wrong path", async () => {
    const other = await ask(t, ada);
    for (const path of [
      "/posts/999999",
      `/posts/${answerId}`,
      `/posts/${other}/answers/${answerId}`,
      `/posts/${other}/comments/${commentId}`,
      `/comments/${postId}`,
      "/comments/x",
    ]) {
      refused(await vote(cleo, path, 1), 404, "NOT_FOUND");
    }
    const lost = await answer(t, bob, other);
    ok(await call(t, "DELETE", `/posts/${other}`, { as: ada }));
    refused(await vote(cleo, `/posts/${other}`, 1), 404, "NOT_FOUND");
    refused(await vote(cleo, `/posts/${other}/answers/${lost}`, 1), 404, "NOT_FOUND");
  });
});

describe("a hundred voters at once", () => {
  it("are each counted once, however they change their minds, and so is the author's reputation", async () => {
    const post = await ask(t, ada);
    const target = await answer(t, bob, post);
    const before = ok(await call(t, "GET", `/users/${bob.id}`)).reputationPoints;
    const voters = await manyMembers(100);
    // Everyone votes, half of them twice, a third switch sides, a fifth withdraw; all concurrently.
    const wishes = voters.map((as, i) => ({
      as,
      values: [1, ...(i % 2 ? [1] : []), ...(i % 3 ? [] : [-1]), ...(i % 5 ? [] : [0])],
    }));
    const responses = await Promise.all(
      wishes.map(async ({ as, values }) => {
        const all = [];
        for (const value of values) all.push(await vote(as, `/posts/${post}/answers/${target}`, value));
        return all;
      }),
    );
    expect(tally(responses.flat())).toEqual({ 200: responses.flat().length });
    const last = wishes.map(({ values }) => values.at(-1));
    const [up, down] = [last.filter((value) => value === 1).length, last.filter((value) => value === -1).length];
    const { answers } = ok(await call(t, "GET", `/posts/${post}/answers`));
    expect(answers[0]).toMatchObject({ upvotes: up, downvotes: down });
    const { rows, points } = await rowsOf(bob);
    expect(points).toBe(before + 5 * up - 2 * down);
    expect(rows).toBe(points);
    const votes = await t.database.db.selectFrom("votes").select("value").where("target_id", "=", target).execute();
    expect(votes.length).toBe(up + down);
  });

  it("of whom one clicks twenty times at once, count as one", async () => {
    const post = await ask(t, ada);
    const responses = await Promise.all(Array.from({ length: 20 }, () => vote(bob, `/posts/${post}`, 1)));
    expect(tally(responses)).toEqual({ 200: 20 });
    expect(ok(await call(t, "GET", `/posts/${post}`)).post).toMatchObject({ qualityUpvotes: 1, qualityDownvotes: 0 });
  });
});

/** Creates members in the database, because hashing a hundred passwords isn't the point here. */
async function manyMembers(count: number): Promise<TestMember[]> {
  const members: TestMember[] = [];
  const model = await t.member("model");
  for (let i = 0; i < count; i++) {
    const { id } = await t.database.ownerDb
      .insertInto("users")
      .values({ username: `voter${i}`, email: `voter${i}@example.org`, solana_address: `voter${i}` })
      .returning("id")
      .executeTakeFirstOrThrow();
    members.push({ ...model, id, username: `voter${i}`, ...(await tokenOf(id)) });
  }
  return members;
}

async function tokenOf(userId: string) {
  const token = `votertoken${userId}`.padEnd(40, "x");
  const { createHash, randomUUID } = await import("node:crypto");
  await t.database.ownerDb
    .insertInto("sessions")
    .values({
      id_hash: createHash("sha256").update(token).digest(),
      user_id: userId,
      family_id: randomUUID(),
      kind: "bearer",
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  return { token, headers: { authorization: `Bearer ${token}` } };
}

async function rowsOf(member: TestMember): Promise<{ rows: number; points: number }> {
  const events = await t.database.db
    .selectFrom("reputation_events")
    .select("points")
    .where("user_id", "=", member.id)
    .execute();
  const { reputationPoints } = ok(await call(t, "GET", `/users/${member.id}`));
  return { rows: events.reduce((sum, { points }) => sum + points, 0), points: reputationPoints };
}
