import { DAY_MS } from "@bbux/contract";
import { afterAll, describe, expect, it } from "vitest";
import { startFeed } from "./feed.support.ts";
import { ask, call, ok, refusesField } from "./support.ts";

const { t, ada, bob, posts, put, feed, nameOf, names } = await startFeed();
afterAll(() => t.close());

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
        authorReputation: expect.any(Number),
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
        activeAt: expect.any(String),
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
