import { DAY_MS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { historyOf, pointsOf, startReputation, vote } from "./reputation.support.ts";
import { answer, ask, call, ok } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let someone: () => Promise<TestMember>;
beforeAll(async () => {
  ({ t, ada, someone } = await startReputation());
});
afterAll(() => t.close());

describe("visiting", () => {
  const rows = async (member: TestMember, action: string) =>
    (
      await t.database.db
        .selectFrom("reputation_events")
        .select("points")
        .where("user_id", "=", member.id)
        .where("action", "=", action)
        .execute()
    ).map((row) => row.points);

  it("earns a point a day, through a sign-in or an open app, however often [C9.29 M9.18]", async () => {
    const bob = await someone();
    await Promise.all(Array.from({ length: 5 }, () => call(t, "POST", "/auth/visit", { as: bob })));
    ok(await call(t, "POST", "/auth/login", { body: { email: bob.email, password: TEST_PASSWORD } }));
    expect(await rows(bob, "DAILY_LOGIN")).toEqual([1]);
    t.travel(DAY_MS);
    for (let i = 0; i < 2; i++) ok(await call(t, "POST", "/auth/visit", { as: bob }));
    expect(await rows(bob, "DAILY_LOGIN")).toEqual([1, 1]);
  });

  it("on seven consecutive days earns a streak, and a gap starts over [C9.29]", async () => {
    const bob = await someone();
    const visit = async () => {
      t.travel(DAY_MS);
      ok(await call(t, "POST", "/auth/visit", { as: bob }));
    };
    for (let i = 0; i < 5; i++) await visit();
    expect(await rows(bob, "WEEKLY_STREAK")).toEqual([]);
    t.travel(DAY_MS);
    for (let i = 0; i < 6; i++) await visit();
    expect(await rows(bob, "WEEKLY_STREAK")).toEqual([]);
    await visit();
    expect(await rows(bob, "WEEKLY_STREAK")).toEqual([5]);
    for (let i = 0; i < 6; i++) await visit();
    expect(await rows(bob, "WEEKLY_STREAK")).toEqual([5]);
    await visit();
    expect(await rows(bob, "WEEKLY_STREAK")).toEqual([5, 5]);
  });
});

describe("a completed profile", () => {
  it("earns 10, once [C9.28]", async () => {
    const bob = await someone();
    const save = async (body: object) => ok(await call(t, "POST", "/profile", { as: bob, body }));
    await save({ firstName: "Bob", lastName: "Builder", bio: "Yes", location: " " });
    expect(await historyOf(t, bob)).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => save({ profile: { location: "Here" } })));
    await save({ location: "" });
    await save({ location: "There" });
    expect(await historyOf(t, bob)).toEqual(["PROFILE_COMPLETED +10"]);
  });
});

describe("a milestone", () => {
  it.each([100, 500, 1_000, 5_000, 10_000])(
    "of %i is reached with the last point and not with the one before, gives none, and is announced [C9.33]",
    async (milestone) => {
      const winner = await someone();
      const postId = await ask(t, winner);
      const worth = async (voter: TestMember) => {
        const before = await pointsOf(t, winner);
        await vote(t, voter, `/posts/${postId}`, 1);
        return (await pointsOf(t, winner)) - before;
      };
      /** Votes when the winner has this many points. @returns the points afterward, and the notifications so far */
      const votedAt = async (have: number) => {
        const missing = { user_id: winner.id, action: "ANSWER_UPVOTED", points: have - (await pointsOf(t, winner)) };
        await t.database.ownerDb
          .insertInto("reputation_events")
          .values({ ...missing, created_at: new Date() })
          .execute();
        await worth(await someone());
        const told: { kind: string; title: string }[] = ok(await call(t, "GET", "/notifications", { as: winner }));
        const titles = told.filter(({ kind }) => kind === "milestone").map(({ title }) => title);
        const rows = (await historyOf(t, winner)).filter((row) => row.startsWith("REPUTATION_MILESTONE"));
        return { points: await pointsOf(t, winner), titles, rows };
      };
      const each = await worth(await someone());
      expect(each).toBeGreaterThan(0);
      expect(await votedAt(milestone - each - 1)).toEqual({ points: milestone - 1, titles: [], rows: [] });
      expect(await votedAt(milestone - each)).toEqual({
        points: milestone,
        titles: [`${milestone} reputation points`],
        rows: ["REPUTATION_MILESTONE 0"],
      });
    },
  );

  it("is a row of no points and a notification, once [C9.33]", async () => {
    const winner = await someone();
    const win = async () => {
      const postId = await ask(t, ada, { bountyAmount: 0.01 });
      const answerId = await answer(t, winner, postId);
      ok(await call(t, "POST", `/posts/${postId}/answers/${answerId}/accept`, { as: ada }));
      return { postId, answerId };
    };
    await win();
    const { postId, answerId } = await win();
    expect(await pointsOf(t, winner)).toBeGreaterThan(100);
    const milestones = async () => (await historyOf(t, winner)).filter((row) => row.startsWith("REPUTATION_MILESTONE"));
    expect(await milestones()).toEqual(["REPUTATION_MILESTONE 0"]);
    // Below it and above it again.
    const low = 95 - (await pointsOf(t, winner));
    await t.database.ownerDb
      .insertInto("reputation_events")
      .values({ user_id: winner.id, action: "SPAM_OR_ABUSE", points: low, created_at: new Date() })
      .execute();
    const voter = await someone();
    await vote(t, voter, `/posts/${postId}/answers/${answerId}`, 1);
    expect(await pointsOf(t, winner)).toBe(100);
    expect(await milestones()).toEqual(["REPUTATION_MILESTONE 0"]);
    const notifications = ok(await call(t, "GET", "/notifications", { as: winner }));
    expect(notifications.filter(({ kind }: { kind: string }) => kind === "milestone")).toEqual([
      expect.objectContaining({
        title: "100 reputation points",
        message: "You have reached 100 points. Your title is Contributor.",
      }),
    ]);
  });
});
