import { createPool } from "@bbux/db";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";

// Round trips are the main cost of a request (docs/PERFORMANCE.md), so these numbers must not grow by accident.

let t: TestApp;
let ada: TestMember;
let postId: string;
/** The shared prototype of the driver's connections. */
let connections: { query: (...args: never[]) => unknown };

beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
  const tag = await createTag(t.database, "sql");
  for (const title of ["How many?", "How few?", "How long?"]) {
    const payload = { title, content: "Round trips.", selectedTags: [tag] };
    const made = await t.app.inject({ method: "POST", url: "/api/posts", headers: ada.headers, payload });
    postId = made.json().post.id;
  }
  const pool = createPool({ url: t.database.url, max: 1 });
  const client = await pool.connect();
  connections = Object.getPrototypeOf(client);
  client.release();
  await pool.end();
});
afterAll(() => t.close());

async function statementsOf(url: string, options: { member?: boolean; payload?: object } = {}): Promise<number> {
  const query = vi.spyOn(connections, "query");
  try {
    const { statusCode } = await t.app.inject({
      method: options.payload ? "POST" : "GET",
      url,
      ...(options.member && { headers: ada.headers }),
      ...(options.payload && { payload: options.payload }),
    });
    expect(statusCode).toBe(200);
    // A new connection's first statements, which find out who it is, aren't the request's.
    return query.mock.calls.filter(([text]) => !String(text).includes("session_user")).length;
  } finally {
    query.mockRestore();
  }
}

it.each([
  ["the feed", "/api/posts"],
  ["its second page", "/api/posts?page=2"],
  ["the feed by tag", "/api/posts?tags=sql"],
  ["a search", "/api/posts?search=round"],
  ["the feed by tRPC", "/api/trpc/posts.list"],
])("%s is one statement for a visitor, and one more identifies a member", async (_name, url) => {
  expect(await statementsOf(url)).toBe(1);
  expect(await statementsOf(url, { member: true })).toBe(2);
});

it.each([
  ["with almost no results", "long trip", 2],
  ["with a typo", "tirps", 3],
  ["with too many words", "long round xyzzy", 3],
  ["for words that don't exist", "xyzzy", 2],
])("a search %s, %j, takes at most %i statements", async (_name, search, statements) => {
  expect(await statementsOf(`/api/posts?search=${encodeURIComponent(search)}`)).toBeLessThanOrEqual(statements);
});

it.each([
  ["posts similar to a title", "/api/posts/similar?title=round+trip", 2],
  ["tags for a draft", "/api/tags/suggest?title=round+trip&text=Two+words", 2],
  ["posts related to a post", "/api/posts/ID/related", 3],
])("%s cost %s a fixed number of statements", async (_name, url, statements) => {
  expect(await statementsOf(url.replace("ID", postId))).toBe(statements);
});

it("a distant page takes two, because the position decides which end to read from", async () => {
  expect(await statementsOf("/api/posts?page=200")).toBeLessThanOrEqual(2);
});

it("a post with answers and comments takes one statement", async () => {
  expect(await statementsOf(`/api/posts/${postId}`)).toBe(1);
});

it("posting an answer takes the answer, its review and its rewards in a transaction, plus the session before and after the body", async () => {
  const payload = { content: "As few as it takes." };
  expect(await statementsOf(`/api/posts/${postId}/answers`, { member: true, payload })).toBe(7);
});

describe("whatever the number of rows,", () => {
  const urls = () => [
    ...[
      "/api/posts?limit=100",
      `/api/posts/${postId}`,
      `/api/posts/${postId}/answers`,
      `/api/posts/${postId}/comments`,
    ],
    ...[`/api/posts/${postId}/history`, `/api/posts/${postId}/related`, "/api/users/ada", "/api/users/ada/posts"],
  ];
  const own = ["/api/bookmarks?limit=100", "/api/notifications?limit=100", "/api/profile", "/api/profile/activity"];

  const countAll = async () => {
    const counts: (readonly [string, ...number[]])[] = [];
    for (const url of urls()) counts.push([url, await statementsOf(url), await statementsOf(url, { member: true })]);
    for (const url of own) counts.push([url, await statementsOf(url, { member: true })]);
    return counts;
  };

  it("feed, post page, profile, and lists take as many statements with a hundred as with one", {
    tags: "proof",
  }, async () => {
    const few = await countAll();
    const bob = await t.member("bob");
    for (let i = 0; i < 30; i++) {
      const content = `Number ${i}`;
      const post = (url: string, payload: object, as = bob) =>
        t.app.inject({ method: "POST", url, headers: as.headers, payload });
      const made = await post("/api/posts", { title: `Question ${i}`, content, tags: ["sql"] }, i % 2 ? ada : bob);
      const id = made.json().post.id;
      await post("/api/bookmarks/toggle", { postId: id }, ada);
      await post(`/api/posts/${id}/vote`, { value: 1 }, i % 2 ? bob : ada);
      const { answer } = (await post(`/api/posts/${postId}/answers`, { content })).json();
      await post(`/api/posts/${postId}/answers/${answer.id}/vote`, { value: 1 }, ada);
      await post(`/api/posts/${postId}/comments`, { content });
    }
    expect(await countAll()).toEqual(few);
  });
});
