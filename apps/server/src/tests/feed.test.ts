import { DAY_MS, UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok, refusesField } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
/** Ids by short name, oldest first. */
const posts: Record<string, string> = {};
const nameOf = (id: string) => Object.entries(posts).find(([, value]) => value === id)?.[0] ?? id;

async function put(name: string, by: TestMember, ageDays: number, body: object = {}, votes = 0): Promise<string> {
  const id = await ask(t, by, { title: `Post ${name}`, ...body });
  posts[name] = id;
  await t.database.ownerDb
    .updateTable("posts")
    .set({
      created_at: new Date(Date.now() - ageDays * DAY_MS),
      upvotes: Math.max(0, votes),
      downvotes: Math.max(0, -votes),
    })
    .where("id", "=", id)
    .execute();
  return id;
}

beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada", { balance: 1_000n * UNIT });
  bob = await t.member("bob");
  for (const name of ["rust", "C++", "machine learning"]) await createTag(t.database, name);
  await put("ancient", bob, 400, { tags: ["C++"] }, 9);
  await put("old", ada, 40, { tags: ["rust"], bountyAmount: 1 }, -2);
  const done = await put("done", ada, 10, { tags: ["rust", "C++"], bountyAmount: 2.5 }, 3);
  ok(await call(t, "POST", `/posts/${done}/answers/${await answer(t, bob, done)}/accept`, { as: ada }));
  const closed = await put("closed", bob, 3, { tags: ["machine learning"] });
  await t.database.ownerDb.updateTable("posts").set({ status: "CLOSED" }).where("id", "=", closed).execute();
  await put("new", ada, 1, { tags: ["machine learning", "rust"] }, 3);
  const gone = await put("gone", ada, 2, { tags: ["rust"] });
  ok(await call(t, "DELETE", `/posts/${gone}`, { as: ada }));
});
afterAll(() => t.close());

const feed = async (query = "") => ok(await call(t, "GET", `/posts${query}`));
const names = async (query = "") => (await feed(query)).posts.map((post: { id: string }) => nameOf(post.id));

describe("the feed", () => {
  it("is public, newest first, ten per page, with totals [C6.02 C7.19 C9.03 M6.07 M7.30]", async () => {
    const body = await feed();
    expect(Object.keys(body).sort()).toEqual(["pagination", "posts"]);
    expect(body.pagination).toEqual({ page: 1, limit: 10, total: 5, pages: 1 });
    expect(await names()).toEqual(["new", "closed", "done", "old", "ancient"]);
  });

  it("includes every field of a post except its answers and comments [C3.10 C3.11]", async () => {
    const { posts: list } = await feed("?filter=claimed");
    expect(list).toEqual([
      {
        id: posts.done,
        title: "Post done",
        content: "Tell me",
        type: "question",
        authorId: ada.id,
        author: { id: ada.id, username: "ada", profilePicture: null },
        tags: ["rust", "C++"],
        codeBlocks: [],
        media: [],
        status: "COMPLETED",
        reward: 2.5,
        bountyAmount: 2.5,
        bountyStatus: "PAID",
        bountyExpiresAt: expect.any(String),
        createdAt: expect.any(String),
        editedAt: null,
        answerCount: 1,
        commentCount: 0,
        acceptedAnswerId: expect.any(String),
        qualityUpvotes: 3,
        qualityDownvotes: 0,
        totalVotes: 3,
        votes: { up: 3, down: 0 },
        userVote: 0,
      },
    ]);
  });

  const byVotes = ["ancient", "new", "done", "closed", "old"];
  async function gives(query: string, expected: readonly string[]): Promise<void> {
    const body = await feed(query);
    expect(body.posts.map((post: { id: string }) => nameOf(post.id))).toEqual(expected);
    expect(body.pagination.total).toBe(expected.length);
  }
  it.each([
    ["?sort=newest", ["new", "closed", "done", "old", "ancient"]],
    ["?sort=oldest", ["ancient", "old", "done", "closed", "new"]],
    ["?sort=votes", byVotes],
    ["?sort=mostVoted", byVotes],
    ["?sort=MOSTVOTED", byVotes],
  ])("sorts by %s: %j [C7.21 M7.30]", gives);
  it.each([
    ["?filter=open", ["new", "old", "ancient"]],
    ["?filter=claimed", ["done"]],
    ["?filter=closed", ["closed"]],
    ["?filter=OPEN&sort=oldest", ["ancient", "old", "new"]],
    ["?filter=Claimed", ["done"]],
  ])("filters by status, ignoring case, %s: %j [C7.22 C4.15 C3.13 M7.30]", gives);
  it.each([
    ["?tags=rust", ["new", "done", "old"]],
    ["?tags=RUST", ["new", "done", "old"]],
    ["?tags=c%2B%2B", ["done", "ancient"]],
    ["?tags=machine%20learning,%20C%2B%2B", ["new", "closed", "done", "ancient"]],
    ["?tags=unknown", []],
    ["?tags=unknown,rust", ["new", "done", "old"]],
    ["?tags=", ["new", "closed", "done", "old", "ancient"]],
    ["?tags=%25", []],
  ])("filters by any of several tags, %s: %j [C7.23 M7.30]", gives);
  it.each([
    ["?tags=rust", 3],
    ["?tags=rust&filter=open", 2],
    ["?tags=rust,C%2B%2B", 4],
    ["?tags=unknown", 0],
  ])("counts the posts left by the tags, without deleted ones, %s: %i [C7.23]", async (query, total) => {
    expect((await feed(query)).pagination.total).toBe(total);
  });
  it.each([
    ["?hasBounty=true", ["done", "old"]],
    ["?hasBounty=false", ["new", "closed", "ancient"]],
  ])("filters by whether there is a bounty, %s: %j [C7.25]", gives);
  it.each([
    ["?dateRange=week", ["new", "closed"]],
    ["?dateRange=month", ["new", "closed", "done"]],
    ["?dateRange=YEAR", ["new", "closed", "done", "old"]],
  ])("filters by recent dates, %s: %j [C7.26]", gives);
  it.each([
    ["?author=ADA", ["new", "done", "old"]],
    ["?author=nobody", []],
    ["?author=99999999999999999999", []],
    ["?tags=rust&filter=open&hasBounty=false&author=ada&dateRange=week&sort=votes", ["new"]],
  ])("filters by author, and by everything combined, %s: %j [C7.27]", gives);
  it.each([
    ["week", 7],
    ["month", 30],
    ["year", 365],
  ])("has a %s of %i days, to the minute [C9.05]", async (range, days) => {
    const id = await ask(t, bob, { title: "At the edge", tags: ["rust"] });
    const shown = async (age: number) => {
      const made = { created_at: new Date(Date.now() - age) };
      await t.database.ownerDb.updateTable("posts").set(made).where("id", "=", id).execute();
      return (await feed(`?dateRange=${range}&limit=100`)).posts.some((post: { id: string }) => post.id === id);
    };
    expect([await shown(days * DAY_MS - 60_000), await shown(days * DAY_MS + 60_000)]).toEqual([true, false]);
    ok(await call(t, "DELETE", `/posts/${id}`, { as: bob }));
  });
  it("leaves out long blocks of code, which the post itself includes [C3.10]", async () => {
    const short = { language: "sql", code: "select 1" };
    const long = { language: "sql", code: `select ${"1".repeat(1_000)}` };
    const id = await put("coded", bob, 500, { tags: ["C++"], codeBlocks: [long, short] });
    const [last] = (await feed("?sort=oldest&limit=1")).posts;
    expect([last.id, last.codeBlocks]).toEqual([id, [short]]);
    expect(ok(await call(t, "GET", `/posts/${id}`)).post.codeBlocks).toEqual([long, short]);
    ok(await call(t, "DELETE", `/posts/${id}`, { as: bob }));
  });

  it("also accepts an author's id", async () => {
    expect(await names(`?author=${bob.id}`)).toEqual(["closed", "ancient"]);
  });

  it("is split into pages that don't overlap [C7.20 M7.30]", async () => {
    expect((await feed("?limit=2&page=2")).pagination).toEqual({ page: 2, limit: 2, total: 5, pages: 3 });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => names(`?limit=2&page=${page}`)));
    expect(pages).toEqual([["new", "closed"], ["done", "old"], ["ancient"], []]);
    expect((await feed("?limit=100")).pagination.limit).toBe(100);
    expect((await feed("?page=1000000&limit=100")).posts).toEqual([]);
  });

  it.each([
    ["page=0", "page"],
    ["page=-1", "page"],
    ["page=1.5", "page"],
    ["page=abc", "page"],
    ["page=1e9", "page"],
    ["page=1000001", "page"],
    ["page=", "page"],
    ["page=1&page=2", "page"],
    ["page[]=1&page=NaN", "page"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=1000000000", "limit"],
    ["limit=99999999999999999999", "limit"],
    ["limit=0x10", "limit"],
    ["sort=best", "sort"],
    ["sort=newest;drop%20table%20posts", "sort"],
    ["filter=all", "filter"],
    ["dateRange=day", "dateRange"],
    ["hasBounty=yes", "hasBounty"],
    ["hasBounty=1", "hasBounty"],
    [`tags=${"a".repeat(2_001)}`, "tags"],
    [`author=${"a".repeat(65)}`, "author"],
    [`search=${"a".repeat(201)}`, "search"],
    [`search=${"a".repeat(10_240)}`, "search"],
    ["search=%00", "search"],
    ["author=%00", "author"],
    ["tags=a%00b", "tags"],
  ])("%s returns a 422 that names the field [C5.45 C7.20]", async (query, field) => {
    refusesField(await call(t, "GET", `/posts?${query}`), field);
  });
  it("ignores unknown parameters [C7.03]", async () => {
    expect(await names("?foo=1&__proto__=2&constructor=3&limit=1")).toEqual(["new"]);
  });
});

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
