import { randomUUID } from "node:crypto";
import { NOTIFICATION_KINDS, UNIT } from "@bbux/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { comment, newsOf, readAll, unreadOf, vote, wordsOf } from "./notifications.support.ts";
import { answer, ask, call, type Method, ok, refused, refusesField } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
let posts: string[];

beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  ada = await t.member("ada", { balance: 100n * UNIT });
  bob = await t.member("bob");
  posts = [];
  for (let i = 0; i < 5; i++) posts.push(await ask(t, ada, { title: `Post ${i}` }));
});
afterAll(() => t.close());

beforeEach(async () => {
  await t.database.ownerDb.deleteFrom("notifications").execute();
  for (const postId of posts) await comment(t, bob, postId);
});

describe("GET /api/notifications", () => {
  it("is an array, latest first, in pages, with the total in X-Total-Count [C7.50 M7.36]", async () => {
    const response = await call(t, "GET", "/notifications", { as: ada });
    const subjects = ok(response).map((line: { message: string }) => /“(.*)”/.exec(line.message)?.[1]);
    expect(subjects).toEqual(["Post 4", "Post 3", "Post 2", "Post 1", "Post 0"]);
    expect(response.headers["x-total-count"]).toBe("5");
    const page = await call(t, "GET", "/notifications?page=2&limit=2", { as: ada });
    expect(ok(page)).toEqual(ok(response).slice(2, 4));
    expect(page.headers["x-total-count"]).toBe("5");
    const past = await call(t, "GET", "/notifications?page=9&limit=2", { as: ada });
    expect([ok(past), past.headers["x-total-count"]]).toEqual([[], "5"]);
    const ofBob = await call(t, "GET", "/notifications", { as: bob });
    expect([ok(ofBob), ofBob.headers["x-total-count"]]).toEqual([[], "0"]);
  });

  it("has twenty per page unless limit says otherwise [M7.36]", async () => {
    await t.database.ownerDb
      .insertInto("notifications")
      .values(
        Array.from({ length: 25 }, (_, i) => ({
          user_id: ada.id,
          kind: "role",
          bundle_key: `test:${i}`,
          data: "{}",
          created_at: new Date(),
        })),
      )
      .execute();
    expect(await newsOf(t, ada)).toHaveLength(20);
    expect(await newsOf(t, ada, "?limit=30")).toHaveLength(30);
    for (const [query, field] of [
      ["limit=0", "limit"],
      ["limit=101", "limit"],
      ["page=0", "page"],
      ["read=maybe", "read"],
    ] as const) {
      refusesField(await call(t, "GET", `/notifications?${query}`, { as: ada }), field);
    }
  });

  it("distinguishes read and unread ones with `read` [M7.36]", async () => {
    const [first] = await newsOf(t, ada);
    ok(await call(t, "POST", `/notifications/${first?.id}/read`, { as: ada }));
    const some = async (read: boolean) => {
      const response = await call(t, "GET", `/notifications?read=${read}&limit=3`, { as: ada });
      return [ok(response).length, response.headers["x-total-count"]];
    };
    expect(await some(true)).toEqual([1, "1"]);
    expect(await some(false)).toEqual([3, "4"]);
  });
});

describe("reading", () => {
  it("marks one, and succeeds again when repeated [C7.51 M7.37]", async () => {
    const [first] = await newsOf(t, ada);
    for (let i = 0; i < 2; i++) {
      expect(ok(await call(t, "POST", `/notifications/${first?.id}/read`, { as: ada }))).toEqual({ success: true });
    }
    expect((await newsOf(t, ada)).map(({ read }) => read)).toEqual([true, false, false, false, false]);
    expect(await unreadOf(t, ada)).toBe(4);
  });

  it("marks all of the member's own, with an empty body or none [C7.52 M7.38 M7.39]", async () => {
    await vote(t, ada, `/posts/${posts[0]}/answers/${await answer(t, bob, posts[0] ?? "")}`, 1);
    const unread = await call(t, "GET", "/notifications/unread-count", { as: ada });
    expect(ok(unread)).toEqual({ count: 6 });
    const all = await call(t, "POST", "/notifications/read-all", { as: ada });
    expect(ok(all)).toEqual({ success: true, updatedCount: 6 });
    expect(ok(await call(t, "POST", "/notifications/read-all", { as: ada, body: {} }))).toEqual({
      success: true,
      updatedCount: 0,
    });
    expect(await unreadOf(t, ada)).toBe(0);
    expect(await unreadOf(t, bob)).toBe(1);
  });

  it("returns 404 for another member's, an unknown one, and an invalid id", async () => {
    const [first] = await newsOf(t, ada);
    const [nobodys] = posts;
    for (const id of [first?.id, nobodys, "9223372036854775807", "x", "-1"]) {
      refused(await call(t, "POST", `/notifications/${id}/read`, { as: bob }), 404, "NOT_FOUND");
    }
    expect(await unreadOf(t, ada)).toBe(5);
  });
});

it("every route returns 401 without a session or with a dead one [M6.12]", async () => {
  const routes: [Method, string][] = [
    ["GET", "/notifications"],
    ["GET", "/notifications/unread-count"],
    ["GET", "/notifications/settings"],
    ["PUT", "/notifications/settings"],
    ["POST", "/notifications/1/read"],
    ["POST", "/notifications/read-all"],
    ["GET", "/trpc/notifications.live"],
  ];
  for (const [method, path] of routes) {
    const credentials: Record<string, string>[] = [{}, { authorization: `Bearer ${"a".repeat(40)}` }];
    for (const headers of credentials) {
      const response = await call(t, method, path, { headers, ...(method === "PUT" && { body: {} }) });
      expect(response.statusCode, `${method} ${path}`).toBe(401);
      if (!path.startsWith("/trpc")) refused(response, 401, "UNAUTHENTICATED");
    }
  }
});

describe("settings", () => {
  const settings = (kinds: object = {}, mail = "off") => ({
    success: true,
    settings: { kinds: { ...Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, true])), ...kinds }, mail },
  });
  const choose = (body: unknown) => call(t, "PUT", "/notifications/settings", { as: ada, body });

  it("default to everything but mail, and absent fields stay unchanged", async () => {
    const read = async () => ok(await call(t, "GET", "/notifications/settings", { as: ada }));
    expect(await read()).toEqual(settings());
    expect(ok(await choose({ kinds: { comment: false } }))).toEqual(settings({ comment: false }));
    expect(ok(await choose({ mail: "weekly" }))).toEqual(settings({ comment: false }, "weekly"));
    expect(ok(await choose({ kinds: { votes: false } }))).toEqual(settings({ comment: false, votes: false }, "weekly"));
    expect(await read()).toEqual(settings({ comment: false, votes: false }, "weekly"));
    expect(ok(await choose({ kinds: { comment: true, votes: true }, mail: "off" }))).toEqual(settings());
    expect(await read()).toEqual(settings());
  });

  it("accept only known kinds and frequencies", async () => {
    refusesField(await choose({ kinds: { comment: "no" } }), "kinds.comment");
    refusesField(await choose({ mail: "hourly" }), "mail");
    expect(ok(await choose({ kinds: { noSignals: false }, settings: { mail: "daily" } }))).toEqual(settings());
  });

  it("turn each kind off separately", async () => {
    const doAll = async () => {
      const [postId = ""] = posts;
      await readAll(t, ada);
      await answer(t, bob, postId, "So");
      await comment(t, bob, postId);
      await comment(t, bob, await ask(t, bob), "@ada");
      await t.database.ownerDb.deleteFrom("integrity_ratings").execute();
      ok(
        await call(t, "POST", "/integrity/rate", { as: bob, body: { ratedUserId: ada.id, rating: 7, reason: "Fair" } }),
      );
      await vote(t, await t.member(`v${randomUUID().slice(0, 8)}`), `/posts/${await ask(t, ada)}`, 1);
      const unread = await newsOf(t, ada, "?read=false&limit=100");
      return [...new Set(unread.map(({ kind }) => kind))].sort();
    };
    const kinds = ["answer", "comment", "mention", "rating", "votes"];
    expect(await doAll()).toEqual(kinds);
    for (const off of kinds) {
      ok(await choose({ kinds: { [off]: false } }));
      expect(await doAll()).toEqual(kinds.filter((kind) => kind !== off));
      ok(await choose({ kinds: { [off]: true } }));
    }
  });
});

it("an unknown kind or shape of notification is shown instead of causing an error", async () => {
  await t.database.ownerDb
    .insertInto("notifications")
    .values([
      { user_id: ada.id, kind: "new_kind", bundle_key: "a", data: "{}", created_at: new Date(Date.now() + 2_000) },
      { user_id: ada.id, kind: "votes", bundle_key: "b", data: '"odd"', created_at: new Date(Date.now() + 1_000) },
    ])
    .execute();
  expect((await wordsOf(t, ada)).slice(0, 2)).toEqual(["new_kind: new kind", "votes: votes"]);
});
