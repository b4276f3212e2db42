import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { ask, call, ok, refused, refusesField, tally } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  ada = await t.member("ada");
  bob = await t.member("bob");
});
afterAll(() => t.close());

const toggle = (as: TestMember, postId: unknown) => call(t, "POST", "/bookmarks/toggle", { as, body: { postId } });
const status = (as: TestMember | undefined, postIds: string) =>
  call(t, "GET", `/bookmarks/status?postIds=${encodeURIComponent(postIds)}`, { ...(as && { as }) });

describe("a bookmark", () => {
  it("is set and removed by the same call [C7.42 C3.24]", async () => {
    const postId = await ask(t, ada, { title: "Keep me", content: "**Bold** words" });
    expect(ok(await toggle(bob, postId))).toEqual({ success: true, bookmarked: true });
    const { bookmarks, pagination } = ok(await call(t, "GET", "/bookmarks", { as: bob }));
    expect(bookmarks).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        post: { id: postId, title: "Keep me", content: "Bold words", createdAt: expect.stringMatching(/Z$/) },
      },
    ]);
    expect(pagination).toEqual({ page: 1, limit: 10, total: 1, pages: 1 });
    expect(ok(await call(t, "GET", `/posts/${postId}`, { as: bob })).post.bookmarked).toBe(true);
    expect(ok(await call(t, "GET", `/posts/${postId}`, { as: ada })).post.bookmarked).toBe(false);
    expect(ok(await toggle(bob, postId))).toEqual({ success: true, bookmarked: false });
    expect(ok(await call(t, "GET", "/bookmarks", { as: bob })).bookmarks).toEqual([]);
  });

  it("toggled an even number of times at once ends up removed", async () => {
    const postId = await ask(t, ada);
    const answers = await Promise.all(Array.from({ length: 20 }, () => toggle(bob, postId)));
    expect(tally(answers)).toEqual({ 200: 20 });
    const kept = answers.filter((answer) => answer.json().bookmarked);
    expect(kept).toHaveLength(10);
    expect(ok(await status(bob, JSON.stringify([postId]))).status).toEqual({ [postId]: false });
  });

  it("requires an existing post and disappears with it", async () => {
    const postId = await ask(t, ada);
    for (const id of ["999999", "x", "0"]) refused(await toggle(bob, id), 404, "NOT_FOUND");
    refusesField(await toggle(bob, undefined), "postId");
    ok(await toggle(bob, postId));
    ok(await call(t, "DELETE", `/posts/${postId}`, { as: ada }));
    const mine = ok(await call(t, "GET", "/bookmarks", { as: bob }));
    expect([mine.bookmarks, mine.pagination.total]).toEqual([[], 0]);
    expect(ok(await call(t, "GET", "/users/bob")).bookmarks).toEqual([]);
  });

  it("is listed in pages, the latest first; the profile shows four and the total", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) ids.push(await ask(t, ada, { title: `Kept ${i}` }));
    for (const id of ids) ok(await toggle(ada, id));
    const page = ok(await call(t, "GET", "/bookmarks?page=2&limit=4", { as: ada }));
    expect(page.bookmarks.map(({ post }: { post: { id: string } }) => post.id)).toEqual([ids[1], ids[0]]);
    const profile = ok(await call(t, "GET", "/users/ada", { as: bob }));
    expect(profile.bookmarks.map(({ post }: { post: { id: string } }) => post.id)).toEqual(ids.slice(2).reverse());
    expect(profile.bookmarkCount).toBe(6);
  });
});

describe("the bookmark status of many posts", () => {
  it("is returned by one call, for ids as strings or numbers [C7.41]", async () => {
    const [kept, other] = [await ask(t, ada), await ask(t, ada)];
    ok(await toggle(bob, kept));
    expect(ok(await status(bob, `["${kept}",${other},"x"]`)).status).toEqual({
      [kept]: true,
      [other]: false,
      x: false,
    });
    expect(ok(await status(bob, "[]")).status).toEqual({});
  });

  it("refuses anything but an array of ids, and ten thousand of them", async () => {
    for (const postIds of ["", "x", "{}", "[[]]", "[null]", "null", JSON.stringify(Array(201).fill("1"))]) {
      refusesField(await status(bob, postIds), "postIds");
    }
    refusesField(await status(bob, JSON.stringify(Array.from({ length: 10_000 }, (_, i) => i))), "postIds");
    refusesField(await call(t, "GET", "/bookmarks/status", { as: bob }), "postIds");
  });

  it("requires a session, as does bookmarking", async () => {
    refused(await status(undefined, "[]"), 401, "UNAUTHENTICATED");
    refused(await call(t, "POST", "/bookmarks/toggle", { body: { postId: "1" } }), 401, "UNAUTHENTICATED");
    refused(await call(t, "GET", "/bookmarks"), 401, "UNAUTHENTICATED");
  });
});
