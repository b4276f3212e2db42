import { DAY_MS, HOUR_MS } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok, refused, refusesField } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  await createTag(t.database, "sql");
  ada = await t.member("ada");
  bob = await t.member("bob");
});
afterAll(() => t.close());

const history = async (path: string) => ok(await call(t, "GET", `${path}/history`));
const edit = async (as: TestMember, path: string, body: object) => ok(await call(t, "PUT", path, { as, body }));

describe("the history of a post", () => {
  it("is its current version if it was never edited", async () => {
    const postId = await ask(t, ada, { title: "First" });
    const { id, revisions, pagination } = await history(`/posts/${postId}`);
    expect(id).toBe(postId);
    expect(pagination).toEqual({ page: 1, limit: 20, total: 1, pages: 1 });
    expect(revisions).toEqual([
      {
        number: 1,
        title: "First",
        content: "Tell me",
        tags: ["money"],
        codeBlocks: [],
        media: [],
        author: { id: ada.id, username: "ada", profilePicture: null },
        comment: null,
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it("keeps every version with tags and code, latest first", async () => {
    const code = [{ language: "sql", code: "select 1" }];
    const postId = await ask(t, ada, { title: "One", codeBlocks: code });
    await edit(ada, `/posts/${postId}`, { title: "Two", content: "Changed", tags: ["sql", "money"] });
    t.travel(DAY_MS + HOUR_MS);
    await edit(ada, `/posts/${postId}`, { title: "Three", content: "Again", codeBlocks: [] });
    const { revisions } = await history(`/posts/${postId}`);
    expect(
      revisions.map((one: { number: number; title: string; tags: string[]; codeBlocks: object[] }) => [
        one.number,
        one.title,
        one.tags,
        one.codeBlocks.length,
      ]),
    ).toEqual([
      [3, "Three", ["sql", "money"], 0],
      [2, "Two", ["sql", "money"], 1],
      [1, "One", ["money"], 1],
    ]);
    const { post } = ok(await call(t, "GET", `/posts/${postId}`));
    expect([post.revisionCount, post.editedAt]).toEqual([3, revisions[0].createdAt]);
    const second = ok(await call(t, "GET", `/posts/${postId}/history?page=2&limit=2`));
    expect(second.revisions.map((one: { number: number }) => one.number)).toEqual([1]);
  });

  it("requires an existing post, and is bounded", async () => {
    const postId = await ask(t, ada);
    refusesField(await call(t, "GET", `/posts/${postId}/history?limit=21`), "limit");
    ok(await call(t, "DELETE", `/posts/${postId}`, { as: ada }));
    for (const id of [postId, "999999", "x"]) refused(await call(t, "GET", `/posts/${id}/history`), 404, "NOT_FOUND");
  });
});

describe("the history of an answer", () => {
  it("merges edits within five minutes into one version, and keeps the original", async () => {
    const postId = await ask(t, ada);
    const answerId = await answer(t, bob, postId, "First");
    const path = `/posts/${postId}/answers/${answerId}`;
    await edit(bob, path, { content: "Typo" });
    await edit(bob, path, { content: "Typo mended" });
    t.travel(HOUR_MS);
    await edit(bob, path, { content: "Later" });
    const { revisions } = await history(path);
    expect(revisions.map((one: { number: number; content: string }) => [one.number, one.content])).toEqual([
      [3, "Later"],
      [2, "Typo mended"],
      [1, "First"],
    ]);
    expect(revisions[0].title).toBeNull();
    const other = await ask(t, ada);
    refused(await call(t, "GET", `/posts/${other}/answers/${answerId}/history`), 404, "NOT_FOUND");
  });
});
