import { PROFILE_FIELDS, UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, browser, call, ok, refused, refusesField, sessionCookie } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("Ada_L", { balance: 100n * UNIT });
  bob = await t.member("bob");
  await createTag(t.database, "money");
});
afterAll(() => t.close());

describe("a member", () => {
  const read = async (idOrName: string, as?: TestMember) =>
    ok(await call(t, "GET", `/users/${idOrName}`, { ...(as && { as }) }));

  it("is found by id and by name, regardless of case, without a session [C3.01 C6.03 C7.46 M6.08 M7.35]", async () => {
    await t.database.ownerDb
      .updateTable("users")
      .set({ profile: JSON.stringify({ bio: "Hello", secret: "x" }), profile_picture: "/uploads/a.webp" })
      .where("id", "=", ada.id)
      .execute();
    const byId = await read(ada.id);
    const profile = {
      ...Object.fromEntries(PROFILE_FIELDS.map((name) => [name, null])),
      bio: "Hello",
      profilePicture: "/uploads/a.webp",
    };
    expect(byId).toEqual({
      ...profile,
      id: ada.id,
      username: "Ada_L",
      email: null,
      solanaAddress: null,
      role: "user",
      avatar: "/uploads/a.webp",
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      // They have signed in.
      reputationPoints: 1,
      reputation: 1,
      integrityScore: 5,
      totalRatings: 0,
      postCount: 0,
      answerCount: 0,
      acceptedCount: 0,
      activityCount: 1,
      bookmarkCount: 0,
      profile,
      posts: [],
      reputationHistory: [expect.objectContaining({ action: "DAILY_LOGIN", points: 1, post: null })],
      bookmarks: [],
    });
    expect(await read("ADA_l")).toEqual(byId);
  });

  it("sees their own email and deposit address, which nobody else sees", async () => {
    for (const other of [undefined, bob]) {
      expect(await read("ada_l", other)).toMatchObject({ email: null, solanaAddress: null });
    }
    expect(await read("ada_l", ada)).toMatchObject({ email: ada.email, solanaAddress: expect.any(String) });
    const everything = JSON.stringify([await read(ada.id, bob), ok(await call(t, "GET", "/users/ada_l/posts"))]);
    expect(everything).not.toMatch(/password|argon2|example\.org/);
  });

  it("is shown with counts and the five latest posts and four bookmarks; the other posts come in pages [C3.01 C7.46 C7.47]", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) ids.push(await ask(t, ada, { title: `Post ${i}` }));
    const accepted = await answer(t, bob, ids[0] ?? "");
    await answer(t, bob, ids[1] ?? "");
    ok(await call(t, "POST", `/posts/${ids[0]}/answers/${accepted}/accept`, { as: ada }));
    const me = await read("ada_l");
    expect(me.postCount).toBe(6);
    expect(me.posts.map((post: { id: string }) => post.id)).toEqual(ids.slice(1).reverse());
    for (const postId of ids) ok(await call(t, "POST", "/bookmarks/toggle", { as: bob, body: { postId } }));
    const kept = await read("bob");
    expect(kept).toMatchObject({ postCount: 0, answerCount: 2, acceptedCount: 1, bookmarkCount: 6 });
    const titles = ({ bookmarks }: { bookmarks: { post: { title: string } }[] }) =>
      bookmarks.map(({ post }) => post.title);
    expect(titles(kept)).toEqual(["Post 5", "Post 4", "Post 3", "Post 2"]);
    const own = ok(await call(t, "GET", "/auth/me", { as: bob })).user;
    expect(titles(own).slice(0, 4)).toEqual(titles(kept));
    expect(own.reputationHistory[0]).toMatchObject({ action: "ANSWER_ACCEPTED", points: 10 });
    const page = ok(await call(t, "GET", "/users/ada_l/posts?page=2&limit=4"));
    expect(page.posts.map((post: { id: string }) => post.id)).toEqual([ids[1], ids[0]]);
    expect(page.pagination).toEqual({ page: 2, limit: 4, total: 6, pages: 2 });
    ok(await call(t, "DELETE", `/posts/${ids[5]}`, { as: ada }));
    expect((await read("ada_l")).postCount).toBe(5);
  });

  it("returns 404 if they don't exist [M8.23]", async () => {
    const postId = await ask(t, ada);
    for (const id of ["nobody", postId, "0", "-1", "99999999999999999999", "%25", "a%27b", "%D0%90da_L"]) {
      refused(await call(t, "GET", `/users/${id}`), 404, "NOT_FOUND");
      refused(await call(t, "GET", `/users/${id}/posts`), 404, "NOT_FOUND");
    }
    refusesField(await call(t, "GET", "/users/bob/posts?limit=101"), "limit");
  });
});

describe("tags", () => {
  it("come in a data field, most used first, with their fields [C7.18 C3.15]", async () => {
    await t.database.ownerDb
      .insertInto("tags")
      .values({ name: "Zebra", description: "striped", color: "#112233" })
      .execute();
    const body = ok(await call(t, "GET", "/tags"));
    expect(Object.keys(body)).toEqual(["data"]);
    expect(body.data.map((tag: { name: string }) => tag.name)).toEqual(["money", "Zebra"]);
    expect(body.data[1]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: "Zebra",
      description: "striped",
      color: "#112233",
      postCount: 0,
    });
    expect(body.data[0].description).toBeNull();
  });
  it("are filtered by part of a name, taken literally", async () => {
    const found = async (search: string) =>
      ok(await call(t, "GET", `/tags?search=${encodeURIComponent(search)}`)).data.map(
        (tag: { name: string }) => tag.name,
      );
    expect(await found("EBR")).toEqual(["Zebra"]);
    expect(await found("%")).toEqual([]);
    expect(await found("_")).toEqual([]);
    expect(ok(await call(t, "GET", "/tags?limit=1")).data).toHaveLength(1);
    for (const query of ["limit=0", "limit=1001", "limit=x"])
      refusesField(await call(t, "GET", `/tags?${query}`), "limit");
    refusesField(await call(t, "GET", `/tags?search=${"x".repeat(65)}`), "search");
  });
});

describe("the wallet", () => {
  const read = async (as: TestMember) => ok(await call(t, "GET", "/wallet", { as }));
  it("shows what is available, in escrow, won, and spent, as numbers and decimal strings, and the latest five transactions [M3.02]", async () => {
    const won = await t.member("winner", { balance: 10n * UNIT });
    const before = await read(won);
    expect(before).toMatchObject({
      virtualBalance: 10,
      balance: 10,
      bbuxBalance: "10",
      totalEarned: "0",
      totalSpent: "0",
    });
    expect(before.platformAddress).toBe(before.solanaAddress);
    expect(before.address).toBe(before.solanaAddress);

    const theirs = await ask(t, ada, { bountyAmount: 2.5 });
    ok(await call(t, "POST", `/posts/${theirs}/answers/${await answer(t, won, theirs)}/accept`, { as: ada }));
    await ask(t, won, { bountyAmount: 1 });
    const back = await ask(t, won, { bountyAmount: 2 });
    ok(await call(t, "DELETE", `/posts/${back}`, { as: won }));

    const after = await read(won);
    expect(after).toMatchObject({
      virtualBalance: 11.35,
      bbuxBalance: "11.35",
      totalEarned: "2.5",
      inEscrow: "1",
      totalSpent: "1.15",
    });
    expect(
      after.transactions.map((line: { type: string; amount: string; balanceAfter: string }) => [
        line.type,
        line.amount,
        line.balanceAfter,
      ]),
    ).toEqual([
      ["refund", "2", "11.35"],
      ["bounty", "-2.1", "9.35"],
      ["bounty", "-1.05", "11.45"],
      ["reward", "2.5", "12.5"],
      ["direct_deposit", "10", "10"],
    ]);
  });
  it("exists from sign-up on, belongs to its member, and requires a session [C1.14 M8.21]", async () => {
    refused(await call(t, "GET", "/wallet"), 401, "UNAUTHENTICATED");
    expect((await read(bob)).virtualBalance).toBe(0);
  });
});

describe("the platform's statistics", () => {
  it("count open bounties, answered questions, paid rewards, members, the treasury, and content, for visitors [C3.28 C7.58 M6.09 M7.45]", async () => {
    const fresh = await createTestApp();
    try {
      const zero = { activeBounties: 0, questionsAnswered: 0, totalPosts: 0, totalAnswers: 0 };
      expect(ok(await call(fresh, "GET", "/stats"))).toEqual({
        ...zero,
        totalRewards: "0",
        communityMembers: 0,
        totalUsers: 0,
        totalBounties: 0,
        totalBBUX: "0",
        treasuryBalance: "0",
      });
      const [asker, helper] = [await fresh.member("asker", { balance: 50n * UNIT }), await fresh.member("helper")];
      await createTag(fresh.database, "money");
      await ask(fresh, asker, { bountyAmount: 1 });
      const paid = await ask(fresh, asker, { bountyAmount: 2.5 });
      ok(
        await call(fresh, "POST", `/posts/${paid}/answers/${await answer(fresh, helper, paid)}/accept`, { as: asker }),
      );
      const gone = await ask(fresh, asker, { bountyAmount: 3 });
      ok(await call(fresh, "DELETE", `/posts/${gone}`, { as: asker }));
      expect(ok(await call(fresh, "GET", "/stats"))).toEqual({
        activeBounties: 1,
        questionsAnswered: 1,
        totalRewards: "2.5",
        communityMembers: 2,
        totalUsers: 2,
        totalPosts: 2,
        totalAnswers: 1,
        totalBounties: 2,
        totalBBUX: "50",
        treasuryBalance: "0.325",
      });
    } finally {
      await fresh.close();
    }
  });
});

describe("a suspended member", () => {
  it("can sign in, read account and wallet, change the password, and sign out, but nothing else [M8.22]", async () => {
    const eve = await t.member("eve", { balance: 10n * UNIT });
    const postId = await ask(t, eve);
    const theirs = await ask(t, bob);
    const answerId = await answer(t, eve, theirs);
    const onOwn = await answer(t, bob, postId);
    const set = { suspended_at: new Date() };
    await t.database.ownerDb.updateTable("users").set(set).where("id", "=", eve.id).execute();

    const forbidden: ["POST" | "PUT" | "DELETE", string, object?][] = [
      ["POST", "/posts", { title: "T", content: "C", tags: ["money"] }],
      ["PUT", `/posts/${postId}`, { title: "T", content: "C" }],
      ["DELETE", `/posts/${postId}`],
      ["POST", `/posts/${theirs}/answers`, { content: "x" }],
      ["PUT", `/posts/${theirs}/answers/${answerId}`, { content: "x" }],
      ["DELETE", `/posts/${theirs}/answers/${answerId}`],
      ["POST", `/posts/${postId}/answers/${onOwn}/accept`],
      ["POST", `/posts/${theirs}/comments`, { content: "x" }],
    ];
    for (const [method, path, body] of forbidden) {
      refused(await call(t, method, path, { as: eve, ...(body && { body }) }), 403, "ACCOUNT_SUSPENDED");
    }
    expect(ok(await call(t, "GET", "/auth/me", { as: eve })).user.suspended).toBe(true);
    expect(ok(await call(t, "GET", "/wallet", { as: eve })).virtualBalance).toBe(10);
    ok(await call(t, "GET", `/posts/${postId}`, { as: eve }));
    const cookie = await browser(t, eve);
    const body = { currentPassword: eve.password, newPassword: "another good password" };
    const next = sessionCookie(await call(t, "POST", "/auth/change-password", { headers: cookie, body })) ?? "";
    ok(await call(t, "POST", "/auth/logout", { headers: { ...cookie, cookie: next } }));
  });
});
