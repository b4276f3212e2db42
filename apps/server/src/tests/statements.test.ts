import { createPool } from "@bbux/db";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";

// Round trips are what a request costs most (docs/PERFORMANCE.md): whoever adds one should mean it.

let t: TestApp;
let ada: TestMember;
let postId: string;
/** What every connection of the driver has in common. */
let connections: { query: (...args: never[]) => unknown };

beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
  const tag = await createTag(t.database, "sql");
  const payload = { title: "How many?", content: "Round trips.", selectedTags: [tag] };
  const made = await t.app.inject({ method: "POST", url: "/api/posts", headers: ada.headers, payload });
  postId = made.json().post.id;
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
    return query.mock.calls.length;
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
])("%s is one statement for a visitor, and one more finds out who a member is", async (_name, url) => {
  expect(await statementsOf(url)).toBe(1);
  expect(await statementsOf(url, { member: true })).toBe(2);
});

it("a page far down is two: how far it goes decides from which end it is read", async () => {
  expect(await statementsOf("/api/posts?page=200")).toBeLessThanOrEqual(2);
});

it("a post with answers and comments is one statement", async () => {
  expect(await statementsOf(`/api/posts/${postId}`)).toBe(1);
});

it("posting an answer is one statement besides the session's", async () => {
  const payload = { content: "As few as it takes." };
  expect(await statementsOf(`/api/posts/${postId}/answers`, { member: true, payload })).toBe(2);
});
