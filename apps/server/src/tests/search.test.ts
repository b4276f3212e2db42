import { learnWords } from "@bbux/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { CORPUS, CORPUS_TAGS } from "./search.corpus.ts";
import { answer, ask, call, ok } from "./support.ts";

let t: TestApp;
let ada: TestMember;
const ids: Record<string, string> = {};

beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
  for (const name of CORPUS_TAGS) await createTag(t.database, name);
  for (const { name, title, tags, content, code, answers = [] } of CORPUS) {
    const codeBlocks = code ? [{ language: "cpp", code }] : [];
    const id = await ask(t, ada, { title, tags, content, codeBlocks });
    ids[name] = id;
    for (const text of answers) await answer(t, ada, id, text);
  }
  await learnWords(t.services.db);
});
afterAll(() => t.close());

const search = async (text: string, rest = "") =>
  ok(await call(t, "GET", `/posts?search=${encodeURIComponent(text)}${rest}`));
const nameOf = (id: string) => Object.entries(ids).find(([, value]) => value === id)?.[0] ?? id;
const names = async (text: string, rest = ""): Promise<string[]> =>
  (await search(text, rest)).posts.map((post: { id: string }) => nameOf(post.id));

describe("a search finds", () => {
  it.each([
    // Identifiers, as a whole and by their parts.
    ["useEffect", ["effect", "state"]],
    ["useeffect", ["effect", "state"]],
    ["local storage", ["storage"]],
    ["std::vector", ["vector"]],
    ["vector", ["vector"]],
    ["int64_t", ["ints"]],
    ["for_each", ["foreach"]],
    ["erase_if", ["vector"]],
    ["snake_case_name", ["borrow"]],
    ["snake_case", ["borrow"]],
    ["Array.prototype.map", ["prototype"]],
    ["Array.prototype.map()", ["prototype"]],
    ["node.js", ["modules", "prototype"]],
    ["setCount(count", ["state"]],
    // Languages named by a letter and a symbol.
    ["C++", ["foreach", "ints", "vector"]],
    ["c++", ["foreach", "ints", "vector"]],
    ["c#", ["linq", "ints"]],
    ["C", []],
    // Error codes.
    ["SQLSTATE 23505", ["unique"]],
    ["23505", ["unique"]],
    ["40P01", ["deadlock"]],
    ["E0499", ["borrow"]],
    ["ERR_MODULE_NOT_FOUND", ["modules"]],
    ["MODULE_NOT_FOUND", ["modules"]],
    // Code, and text that appears only in an answer.
    ["is_odd", ["vector"]],
    ["speculative insertion", ["unique"]],
    ["StrictMode mounts", ["effect"]],
    // With or without accents.
    ["Schrodinger", ["cat"]],
    ["Schrödinger", ["cat"]],
    ["NAIVE", ["cat"]],
    // Word forms.
    ["entangled", ["teleport", "noise"]],
    ["decorators", ["decorator"]],
    // Tags combined with words.
    ["react twice", ["effect"]],
    ["postgresql deadlock", ["deadlock"]],
    // Phrases, or, not.
    ['"deferred constraint"', ["deferred"]],
    ['"constraint checked"', ["checked", "deferred"]],
    ["deferred -constraint", ["linq"]],
    ['deferred -"read committed"', ["linq", "checked"]],
    ["deadlock or teleportation", ["teleport", "deadlock"]],
  ])("%j in %j [C7.24]", async (text, expected) => {
    const found = await names(text);
    expect([...found].sort()).toEqual([...expected].sort());
  });

  it("nothing without words, or with exclusions only [C7.24]", async () => {
    for (const text of ["%%%", "🔑", "the of and", "-qubit", "::", '""']) expect(await names(text)).toEqual([]);
  });

  it("no deleted posts, and no posts because of deleted answers [C7.24]", async () => {
    const gone = await ask(t, ada, { title: "Zugzwang in chess", tags: ["physics"] });
    const kept = await ask(t, ada, { title: "Openings", tags: ["physics"] });
    const reply = await answer(t, ada, kept, "Beware of the zwischenzug.");
    expect([await names("zugzwang"), await names("zwischenzug")]).toEqual([[gone], [kept]]);
    ok(await call(t, "DELETE", `/posts/${gone}`, { as: ada }));
    ok(await call(t, "DELETE", `/posts/${kept}/answers/${reply}`, { as: ada }));
    expect([await names("zugzwang"), await names("zwischenzug")]).toEqual([[], []]);
    ok(await call(t, "DELETE", `/posts/${kept}`, { as: ada }));
  });

  it("a post by the tags from its latest edit, and no longer by earlier ones [C7.24]", async () => {
    const id = await ask(t, ada, { title: "Grobian", tags: ["rust"] });
    expect(await names("grobian rust")).toEqual([id]);
    const edited = { title: "Grobian", content: "Edited", tags: ["python"] };
    ok(await call(t, "PUT", `/posts/${id}`, { as: ada, body: edited }));
    expect([await names("grobian python"), (await search("grobian rust")).correctedSearch]).toEqual([
      [id],
      "grobian or rust",
    ]);
    ok(await call(t, "DELETE", `/posts/${id}`, { as: ada }));
  });
});

describe("the order of search results", () => {
  it.each([
    ["constraint", ["deferred", "checked", "unique"]],
    ["deferred constraint", ["deferred", "checked"]],
    ["entanglement", ["teleport", "noise"]],
    ["quantum gate", ["noise"]],
    ["decorator arguments", ["decorator"]],
  ])("puts titles before bodies, and adjacent words before separate ones: %j %j [C7.24]", async (text, expected) => {
    expect(await names(text)).toEqual(expected);
  });

  it("doesn't let a body outweigh a title by repeating a word, nor scattered words a phrase [C7.24]", async () => {
    const make = (title: string, content: string) => ask(t, ada, { title, content, tags: ["rust"] });
    const title = await make("Ozone in the upper air, and what else there is of it so high above the ground", "One.");
    const body = await make("Air", "ozone ".repeat(60));
    const apart = await make("Leaves", `${"gold and a leaf, ".repeat(20)} leaf and gold`);
    const inRow = await make("Crafts", `${"Many words before it. ".repeat(30)} A gold leaf.`);
    await t.database.ownerDb.updateTable("posts").set({ upvotes: 30 }).where("id", "in", [body, apart]).execute();
    expect([await names("ozone"), await names("gold leaf")]).toEqual([
      [title, body],
      [inRow, apart],
    ]);
    for (const id of [title, body, apart, inRow]) ok(await call(t, "DELETE", `/posts/${id}`, { as: ada }));
  });

  it("lets votes decide between equal matches, and only between them [C7.24]", async () => {
    const make = (title: string, content: string) => ask(t, ada, { title, content, tags: ["physics"] });
    const older = await make("Parallax of stars", "One.");
    const newer = await make("Parallax of stars", "Two.");
    const inBody = await make("Distances", "By their parallax.");
    expect(await names("parallax")).toEqual([newer, older, inBody]);
    const vote = (id: string, upvotes: number) =>
      t.database.ownerDb.updateTable("posts").set({ upvotes }).where("id", "=", id).execute();
    await vote(older, 5);
    await vote(inBody, 500);
    expect(await names("parallax")).toEqual([older, newer, inBody]);
    expect(await names("parallax", "&sort=votes")).toEqual([inBody, older, newer]);
    expect(await names("parallax", "&sort=oldest")).toEqual([older, newer, inBody]);
    for (const id of [older, newer, inBody]) ok(await call(t, "DELETE", `/posts/${id}`, { as: ada }));
  });
});

describe("a mistyped search", () => {
  it.each([
    ["entaglement", "entanglement", ["teleport"]],
    ["deadlcok", "deadlock", ["deadlock"]],
    ["teleportaion entanglement", "teleportation entanglement", ["teleport"]],
    ["posgresql deadlock", "postgresql deadlock", ["deadlock"]],
    ["pyhton", "python", ["decorator"]],
    ["decoratrs", "decorators", ["decorator"]],
    ["teleporta", "teleportation", ["teleport"]],
    ["rast", "rust", ["borrow"]],
  ])("%j is answered as %j, and says so [C7.24]", async (text, meant, expected) => {
    const body = await search(text);
    expect([
      body.correctedSearch,
      body.posts.slice(0, expected.length).map((p: { id: string }) => nameOf(p.id)),
    ]).toEqual([meant, expected]);
    expect(body.pagination.total).toBeGreaterThan(0);
  });

  it("stays as it is if it has results, or if nothing similar exists [C7.24]", async () => {
    for (const text of ["teleportation", "constraint", "xylophonist", "react", "StrictMode mounts"]) {
      expect(await search(text), text).not.toHaveProperty("correctedSearch");
    }
  });

  it("is corrected the same way on every page and in every order [C7.24]", async () => {
    const first = await search("entaglement", "&limit=1&sort=oldest");
    const second = await search("entaglement", "&limit=1&page=2&sort=oldest");
    expect([first, second].map((body) => body.correctedSearch)).toEqual(["entanglement", "entanglement"]);
    expect([first.posts[0].id, second.posts[0].id]).toEqual([ids.teleport, ids.noise]);
    expect(second.pagination).toEqual({ page: 2, limit: 1, total: 2, pages: 2 });
  });

  it("marks the corrected words [C7.24]", async () => {
    const [first] = (await search("entaglement")).posts;
    expect(first.highlight.title).toContainEqual({ text: "Entanglement", match: true });
  });

  it("reveals no words of deleted posts", async () => {
    const id = await ask(t, ada, { title: "Mxyzptlkian secrets", tags: ["physics"] });
    await learnWords(t.services.db);
    expect((await search("mxyzptlkain")).correctedSearch).toBe("mxyzptlkian");
    ok(await call(t, "DELETE", `/posts/${id}`, { as: ada }));
    expect(await search("mxyzptlkain")).not.toHaveProperty("correctedSearch");
  });
});

describe("a search with too many words", () => {
  it("finds posts with any of its words, those with the most first, and says so [C7.24]", async () => {
    const body = await search("How do I erase from a vector without deadlock?");
    expect(body.correctedSearch).toBe("erase or vector or without or deadlock");
    expect(nameOf(body.posts[0].id)).toBe("vector");
    expect(body.posts.map((p: { id: string }) => nameOf(p.id))).toContain("deadlock");
  });

  it("leaves out excluded words [C7.24]", async () => {
    const body = await search("erase deadlock teleportation -qubit");
    const found = body.posts.map((p: { id: string }) => nameOf(p.id));
    expect(found).toEqual(expect.arrayContaining(["vector", "deadlock"]));
    expect(found).not.toContain("teleport");
    expect(await names("teleportation -qubit")).not.toContain("teleport");
    expect(await names("speculative -duplicate")).not.toContain("unique");
    expect(await names("speculative -deadlock")).toEqual(["unique"]);
  });
});

describe("marked matches", () => {
  const marked = (parts: { text: string; match: boolean }[]) =>
    parts.filter(({ match }) => match).map(({ text }) => text);

  it("are the found words, in title and body [C7.24]", async () => {
    const [first] = (await search("deferred constraint")).posts;
    expect(marked(first.highlight.title)).toEqual(["Deferred", "constraint"]);
    expect(marked(first.highlight.content)).toEqual(["deferred", "constraint"]);
  });

  it("are in the answer if only an answer contains the words [C7.24]", async () => {
    const [first] = (await search("speculative insertion")).posts;
    expect(marked(first.highlight.content)).toEqual(["insert", "speculative", "insertion"]);
  });

  it("include an identifier by its parts, in text that is unchanged except for Markdown [C7.24]", async () => {
    const [first] = (await search("Array.prototype.map")).posts;
    expect(marked(first.highlight.content)).toEqual(["Array", "prototype", "map"]);
    const text = first.highlight.content.map((part: { text: string }) => part.text).join("");
    expect(text).toBe("Array.prototype.map skips them, but for what reason");
  });
});

describe("hostile searches", () => {
  const LONG = 200;
  it.each([
    "((a+)+)$",
    "' or 1=1 --",
    "a:*&|!<->()",
    "'a' & !b | c <-> d",
    "\\",
    "a\\'b",
    "__proto__",
    "a_".repeat(LONG / 2),
    "a.".repeat(LONG / 2),
    "a::".repeat(LONG / 4),
    "- ".repeat(LONG / 2),
    '-"'.repeat(LONG / 2),
    '"a" '.repeat(LONG / 4),
    "a or ".repeat(LONG / 5),
    "-a ".repeat(LONG / 3),
    "qwrt ".repeat(LONG / 5),
    "é".repeat(LONG),
    "日本語".repeat(LONG / 3),
    "\u202Eabc\u0301\u0301",
  ])("%j are answered", async (text) => {
    ok(await call(t, "GET", `/posts?search=${encodeURIComponent(text)}`));
  });

  it("texts that are slow to parse are stored and found", async () => {
    for (const [n, content] of ["a_", "a.", "a->", "_", "<a ", "1e-", "a@b.", "é_"].entries()) {
      const body = { title: `Busy${n}`, content: content.repeat(Math.floor(29_000 / content.length)), tags: ["rust"] };
      const id = await ask(t, ada, body);
      expect(await names(`busy${n}`)).toEqual([id]);
      ok(await call(t, "DELETE", `/posts/${id}`, { as: ada }));
    }
  });
});
