import { CHAT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restRoutes } from "../http/rest.ts";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok } from "./support.ts";

let t: TestApp;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  ada = await t.member("ada");
});
afterAll(() => t.close());

describe("a member who is not suspended", () => {
  it.each(["user", "moderator", "admin"])(
    "with the role %s can write, answer, comment, vote, bookmark, rate, chat and be notified [C6.11]",
    async (role) => {
      const as = await t.member(`one_${role}`);
      await t.database.ownerDb.updateTable("users").set({ role }).where("id", "=", as.id).execute();
      const postId = await ask(t, ada);
      const answerId = await answer(t, ada, postId);
      const say = async (path: string, body: object) => ok(await call(t, "POST", path, { as, body }));

      const own = await ask(t, as);
      expect((await say(`/posts/${postId}/answers`, { content: "So" })).answer.authorId).toBe(as.id);
      expect((await say(`/posts/${postId}/comments`, { content: "Why?" })).comment.authorId).toBe(as.id);
      await say(`/posts/${postId}/vote`, { value: 1 });
      await say(`/posts/${postId}/answers/${answerId}/vote`, { value: -1 });
      await say("/bookmarks/toggle", { postId });
      await say("/integrity/rate", {
        ratedUserId: ada.id,
        rating: 7,
        reason: "Kind and exact",
        context: "COMMUNICATION",
        referenceId: postId,
        referenceType: "POST",
      });
      await say(`/chat/${CHAT.room}/messages`, { content: "Good morning" });

      const seen = ok(await call(t, "GET", `/posts/${postId}`, { as }));
      expect(seen.post).toMatchObject({ bookmarked: true, userVote: 1, userVotes: { [answerId]: -1 } });
      await call(t, "POST", `/posts/${own}/comments`, { as: ada, body: { content: "Because" } });
      const told: { kind: string }[] = ok(await call(t, "GET", "/notifications", { as }));
      expect(told.map(({ kind }) => kind)).toContain("comment");
    },
  );
});

describe("a visitor", () => {
  /** Everything about money and governance that is public. */
  const OPEN = ["GET /governance/reward-rates"];

  it("sees only what is published about wallets, transactions, governance and refunds [M1.07]", async () => {
    const routes = restRoutes().filter(({ path }) => /^\/(?:wallet|governance|refund-requests)(?:\/|$)/.test(path));
    expect(routes.length).toBeGreaterThan(25);
    const open: string[] = [];
    for (const { method, path } of routes) {
      const answered = await t.app.inject({
        method,
        url: `/api${path.replace(/\{\w+\}/g, "1")}`,
        ...(method === "GET" ? {} : { payload: {} }),
      });
      if (answered.statusCode !== 401) open.push(`${method} ${path}`);
      else
        expect(answered.json(), path).toEqual({ success: false, error: expect.any(String), code: "UNAUTHENTICATED" });
    }
    expect(open).toEqual(OPEN);
  });
});

describe("a member's complete lists", () => {
  const COUNT = 23;
  /** Walks the pages like a pager, until there are no more. */
  async function walk(path: string, list: "posts" | "bookmarks", as?: TestMember) {
    const pages: { id: string; post?: { id: string } }[][] = [];
    for (let page = 1; ; page++) {
      const got = ok(await call(t, "GET", `${path}?page=${page}`, as && { as }));
      pages.push(got[list]);
      expect(got.pagination).toMatchObject({ page, total: COUNT });
      if (page >= got.pagination.pages) return pages;
    }
  }

  it("contain each post and bookmark once across all pages, latest first [C2.019 C2.020 C2.024]", async () => {
    const zoe = await t.member("zoe");
    const ids: string[] = [];
    for (let n = 0; n < COUNT; n++) {
      ids.push(await ask(t, zoe, { title: `Post ${n}` }));
      ok(await call(t, "POST", "/bookmarks/toggle", { as: zoe, body: { postId: ids[n] } }));
    }
    for (const as of [zoe, undefined]) {
      const posts = await walk("/users/zoe/posts", "posts", as);
      expect(posts.length).toBeGreaterThan(1);
      expect(posts.flat().map(({ id }) => id)).toEqual(ids.toReversed());
    }
    const kept = await walk("/bookmarks", "bookmarks", zoe);
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.flat().map(({ post }) => post?.id)).toEqual(ids.toReversed());
  });
});
