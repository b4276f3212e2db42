import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag } from "../testing.ts";
import { startFeed } from "./feed.support.ts";
import { ask, call, ok } from "./support.ts";

const { t, bob, put, feed, nameOf, names } = await startFeed();
afterAll(() => t.close());

describe("search", () => {
  beforeAll(async () => {
    await createTag(t.database, "quantum");
    const about = { tags: ["quantum"] };
    await put("twice", bob, 20, {
      ...about,
      title: "Entanglement of qubits",
      content: "Entanglement, again entanglement.",
    });
    await put("title", bob, 21, { ...about, title: "What is entanglement?", content: "I wonder." });
    await put("body", bob, 22, {
      ...about,
      title: "A question",
      content: `${"Long before. ".repeat(40)}Then entanglement & <b>more</b>.`,
    });
    await put("other", bob, 23, {
      ...about,
      title: "Superposition",
      content: "Both wave/particle and <script>alert(1)</script>",
    });
  });

  it("searches titles and bodies, best match first, with totals [C7.24]", async () => {
    const body = await feed("?search=entanglement");
    expect(body.posts.map((p: { id: string }) => nameOf(p.id))).toEqual(["twice", "title", "body"]);
    expect(body.pagination.total).toBe(3);
    expect(await names("?search=entanglement&sort=oldest")).toEqual(["body", "title", "twice"]);
    expect(await names("?search=entanglement&limit=1&page=2")).toEqual(["title"]);
    expect(await names("?search=entanglement&tags=rust")).toEqual([]);
  });

  it("marks the matches and returns the rest as plain text [C7.24]", async () => {
    const { posts: list } = await feed("?search=entanglement");
    expect(list[1].highlight.title).toEqual([
      { text: "What is ", match: false },
      { text: "entanglement", match: true },
      { text: "?", match: false },
    ]);
    const found = list[2].highlight.content as { text: string; match: boolean }[];
    expect(found.filter((part) => part.match)).toEqual([{ text: "entanglement", match: true }]);
    expect((await feed()).posts[0]).not.toHaveProperty("highlight");
  });

  it("handles text that is slow for PostgreSQL's parser, and returns it unchanged", async () => {
    const content = `zitterbewegung of snake_case and/or List<String> ${"a_".repeat(14_000)}`;
    const id = await ask(t, bob, { title: "A row of <a_b/c>", content, tags: ["rust"] });
    const [found] = (await feed("?search=zitterbewegung")).posts;
    const text = (parts: { text: string }[]) => parts.map((part) => part.text).join("");
    expect([found.id, text(found.highlight.title)]).toEqual([id, "A row of <a_b/c>"]);
    expect(text(found.highlight.content)).toBe("zitterbewegung of snake_case and/or List<String");
    expect((await feed("?search=string")).posts.map((p: { id: string }) => p.id)).toEqual([id]);
    ok(await call(t, "DELETE", `/posts/${id}`, { as: bob }));
  });

  it.each([
    ["qubit", ["twice"]],
    ["ENTANGLED", ["twice", "title", "body"]],
    ['"entanglement of qubits"', ["twice"]],
    ["entanglement -qubits", ["title", "body"]],
    ["qubits or superposition", ["twice", "other"]],
    ["particle", ["other"]],
    ["wave/particle", ["other"]],
    ["nowhere", []],
    ["-entanglement", []],
    ["qubits or -superposition", []],
    ["  ", ["new", "closed", "done", "twice", "title", "body", "other", "old", "ancient"]],
  ])("for %j finds %j [C7.24]", async (search, expected) => {
    const found = await names(`?search=${encodeURIComponent(search)}`);
    expect([...found].sort()).toEqual([...expected].sort());
  });

  it.each([
    "%%%",
    "((a+)+)$",
    "' or 1=1 --",
    "a:*&|!<->()",
    "\\",
    '"',
    "the of and",
    "-".repeat(200),
    "- ".repeat(100),
    '-"'.repeat(100),
    `${"-".repeat(199)}a`,
    "a or ".repeat(40),
    "🔑",
    "<script>",
    "\uE000x\uE001",
    "-",
    "or or or",
  ])("for %j answers", async (search) => {
    await feed(`?search=${encodeURIComponent(search)}`);
  });
});
