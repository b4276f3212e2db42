import { learnWords } from "@bbux/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { CORPUS, CORPUS_TAGS } from "./search.corpus.ts";
import { answer, ask, call, ok, refused, refusesField } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
const ids: Record<string, string> = {};
const nameOf = (id: string) => Object.entries(ids).find(([, value]) => value === id)?.[0] ?? id;

beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
  bob = await t.member("bob");
  for (const name of CORPUS_TAGS) await createTag(t.database, name);
  for (const { name, title, tags, content } of CORPUS) ids[name] = await ask(t, ada, { title, tags, content });
  await learnWords(t.services.db);
});
afterAll(() => t.close());

describe("questions similar to a draft", () => {
  const similar = async (title: string) =>
    ok(await call(t, "GET", `/posts/similar?title=${encodeURIComponent(title)}`)).posts;
  const names = async (title: string) => (await similar(title)).map((post: { id: string }) => nameOf(post.id));

  it.each([
    ["deferred constraint", ["deferred"]],
    ["Deadlock when I do two updates at once", ["deadlock"]],
    ["why is useEffect called twice", ["effect"]],
    ["std::vector erase", ["vector"]],
    ["C++ vector", ["vector"]],
    ["entaglement", ["teleport"]],
    ["telepor", ["teleport"]],
    ["Decorater with argumnets", ["decorator"]],
    ["schrodinger", ["cat"]],
  ])("for the title %j start with %j", async (title, expected) => {
    expect((await names(title)).slice(0, expected.length)).toEqual(expected);
  });

  it("are none for unknown words, and at most five", async () => {
    expect(await names("xyzzy plugh")).toEqual([]);
    expect(await names("the of and")).toEqual([]);
    expect(await names("%%%")).toEqual([]);
    expect(await names("react postgresql rust python physics deadlock")).toHaveLength(5);
  });

  it("include all fields of a list item", async () => {
    const [post] = await similar("deadlock");
    expect(post).toEqual({
      id: ids.deadlock,
      title: "Deadlock between two updates",
      status: "OPEN",
      answerCount: 0,
      totalVotes: 0,
      hasAccepted: false,
      createdAt: expect.any(String),
    });
    const reply = await answer(t, bob, ids.deadlock ?? "");
    ok(await call(t, "POST", `/posts/${ids.deadlock}/answers/${reply}/accept`, { as: ada }));
    const solved = { status: "COMPLETED", answerCount: 1, hasAccepted: true };
    expect((await similar("deadlock"))[0]).toMatchObject(solved);
  });

  it("don't include deleted ones", async () => {
    const id = await ask(t, ada, { title: "Zugzwang", tags: ["physics"] });
    expect(await names("zugzwang")).toEqual([id]);
    ok(await call(t, "DELETE", `/posts/${id}`, { as: ada }));
    expect(await names("zugzwang")).toEqual([]);
  });

  it.each(["", "ab", "  a  ", "a".repeat(201), "abc\0"])(
    "require 3 to 200 characters that can be stored: %j",
    async (title) => {
      refusesField(await call(t, "GET", `/posts/similar?title=${encodeURIComponent(title)}`), "title");
    },
  );
});

describe("tags suggested for a draft", () => {
  const suggested = async (title: string, text = ""): Promise<string[]> => {
    const query = new URLSearchParams({ title, text });
    return ok(await call(t, "GET", `/tags/suggest?${query}`)).data.map(({ name }: { name: string }) => name);
  };

  it.each([
    ["Is Rust slower than Python here?", "", ["python", "rust"]],
    ["How do I use this in C#, not in C++", "", ["C++", "c#"]],
    ["It says nothing", "I start it with Node.js, then it stops.", ["node.js"]],
    ["Why is a node js process so large", "", ["node.js"]],
    ["Two POSTGRESQL sessions", "", ["postgresql"]],
  ])("for %j and %j start with those that they name", async (title, text, expected) => {
    expect((await suggested(title, text)).slice(0, expected.length).sort()).toEqual(expected);
  });

  it.each([
    ["deferred constraint", "postgresql"],
    ["useEffect is called twice", "react"],
    ["quantum telepor", "physics"],
  ])("for the title %j start with that of similar posts, %j, which it doesn't name", async (title, expected) => {
    expect((await suggested(title))[0]).toBe(expected);
  });

  it("are not those of posts that share only a common word with it", async () => {
    const id = await ask(t, ada, { title: "Sonnets of a zephyr", tags: ["physics"] });
    expect(await suggested("zephyr sonnets between updates")).toEqual(["physics"]);
    expect(await suggested("updates")).toEqual(["postgresql"]);
    ok(await call(t, "DELETE", `/posts/${id}`, { as: ada }));
  });

  it("put a tag that the title names before one that only the text names, and before those of similar posts", async () => {
    expect((await suggested("deferred constraint in Rust", "Or Python?")).slice(0, 3)).toEqual([
      "rust",
      "python",
      "postgresql",
    ]);
  });

  it("are none for ordinary and unknown words, and at most six, each once", async () => {
    expect(await suggested("xyzzy", "the of and plugh")).toEqual([]);
    expect(await suggested("", "")).toEqual([]);
    const all = await suggested("react postgresql rust python physics C++ c# node.js deadlock", "react rust");
    expect(all).toHaveLength(6);
    expect(new Set(all).size).toBe(6);
  });

  it("ignore posts that are deleted", async () => {
    const id = await ask(t, ada, { title: "Fianchetto", tags: ["physics"] });
    expect(await suggested("fianchetto")).toEqual(["physics"]);
    ok(await call(t, "DELETE", `/posts/${id}`, { as: ada }));
    expect(await suggested("fianchetto")).toEqual([]);
  });

  it.each([
    ["title", "a".repeat(201)],
    ["text", "a".repeat(601)],
    ["text", "a\0"],
  ])("refuse a %s that is too long or can't be stored", async (field, value) => {
    refusesField(await call(t, "GET", `/tags/suggest?${new URLSearchParams({ [field]: value })}`), field);
  });
});

describe("posts related to a post", () => {
  const related = async (name: string) => ok(await call(t, "GET", `/posts/${ids[name] ?? name}/related`)).posts;

  it("match it by tags and title words, and never include it", async () => {
    const posts: { id: string; relation: string }[] = await related("deferred");
    expect(posts.map(({ id }) => nameOf(id)).slice(0, 1)).toEqual(["checked"]);
    expect(new Set(posts.map(({ id }) => nameOf(id)))).toEqual(new Set(["checked", "unique", "deadlock", "linq"]));
    expect(new Set(posts.map(({ relation }) => relation))).toEqual(new Set(["similar"]));
  });

  it("start with those that people linked, from either side, duplicates first, each once", async () => {
    const link = (from: string, to: string, kind: string) =>
      t.database.ownerDb
        .insertInto("post_links")
        .values({ post_id: ids[from] ?? "", related_post_id: ids[to] ?? "", kind })
        .execute();
    await link("ints", "noise", "linked");
    await link("ints", "borrow", "duplicate");
    await link("cat", "ints", "linked");
    await link("ints", "cat", "linked");
    const posts: { id: string; relation: string }[] = await related("ints");
    const seen = posts.map(({ id, relation }) => `${nameOf(id)} ${relation}`);
    expect(seen[0]).toBe("borrow duplicate");
    expect(seen.slice(1, 3).sort()).toEqual(["cat linked", "noise linked"]);
    expect(seen.slice(3).sort()).toEqual(["foreach similar", "vector similar"]);
  });

  it("are at most ten, without deleted ones", async () => {
    const many: string[] = [];
    for (let n = 0; n < 12; n++) many.push(await ask(t, ada, { title: `Lemma ${n}`, tags: ["rust"] }));
    expect(await related(many[0] ?? "")).toHaveLength(10);
    for (const id of many.slice(1)) ok(await call(t, "DELETE", `/posts/${id}`, { as: ada }));
    expect((await related(many[0] ?? "")).map((post: { id: string }) => nameOf(post.id))).toEqual(["borrow"]);
    ok(await call(t, "DELETE", `/posts/${many[0]}`, { as: ada }));
  });

  it.each(["1", "99999999999999999999", "similar-to-none"])("%s returns 404 if there is no such post", async (id) => {
    refused(await call(t, "GET", `/posts/${id}/related`), 404, "NOT_FOUND");
  });
});
