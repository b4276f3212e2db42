import { DAY_MS, HOUR_MS, UNIT } from "@bbux/contract";
import { afterAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok, refused, refusesField } from "./support.ts";

const t = await createTestApp();
afterAll(() => t.close());
const ada = await t.member("ada", { balance: 1_000n * UNIT });
const bob = await t.member("bob");
for (const name of ["rust", "go", "sql"]) await createTag(t.database, name);

/** Ids by title. */
const posts: Record<string, string> = {};

/** Publishes a post that is this many days old, so its bounty ends that much earlier. */
async function put(
  title: string,
  daysAgo: number,
  body: { bountyAmount?: number; bountyDuration?: number; tags?: string[] } = {},
  by = ada,
) {
  const id = await ask(t, by, { title, tags: ["rust"], ...body });
  posts[title] = id;
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  const ends = new Date(at.getTime() + (body.bountyDuration ?? 7) * DAY_MS);
  const isPaid = body.bountyAmount !== undefined;
  const times = { created_at: at, ...(isPaid && { bounty_expires_at: ends }) };
  await t.database.ownerDb.updateTable("posts").set(times).where("id", "=", id).execute();
  return id;
}

async function backdate(table: "answers" | "comments", id: string, daysAgo: number): Promise<void> {
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  await t.database.ownerDb.updateTable(table).set({ created_at: at }).where("id", "=", id).execute();
}

async function comment(by: TestMember, postId: string): Promise<string> {
  return ok(await call(t, "POST", `/posts/${postId}/comments`, { as: by, body: { content: "Which one?" } })).comment.id;
}

async function page(query: string, as?: TestMember) {
  const body = ok(await call(t, "GET", `/posts?${query}`, as && { as }));
  const nameOf = (id: string) => Object.entries(posts).find(([, value]) => value === id)?.[0] ?? id;
  return { ...body, names: body.posts.map((post: { id: string }) => nameOf(post.id)) };
}

/** Asserts the posts of a tab, their number, and that its pages have the same posts in the same order. */
async function shows(query: string, expected: readonly string[], as?: TestMember): Promise<void> {
  const whole = await page(query, as);
  expect(whole.names).toEqual(expected);
  expect(whole.pagination.total).toBe(expected.length);
  const single: string[] = [];
  for (let n = 1; n <= expected.length; n++) single.push(...(await page(`${query}&limit=1&page=${n}`, as)).names);
  expect(single).toEqual(expected);
}

await put("quiet", 9);
await put("answered", 8);
await put("small", 5, { bountyAmount: 1, bountyDuration: 10 });
await put("large", 4, { bountyAmount: 20, bountyDuration: 30, tags: ["sql"] });
await put("large too", 3, { bountyAmount: 20, bountyDuration: 6, tags: ["go"] });
await put("over", 12, { bountyAmount: 50, bountyDuration: 1, tags: ["sql", "go"] });
const old = await answer(t, bob, posts.answered ?? "");
await backdate("answers", old, 1);

describe("the tabs of the feed", () => {
  it("are named in any case, and anything else is refused with the field's name", async () => {
    expect((await page("tab=ENDINGSOON")).names).toEqual((await page("tab=endingSoon")).names);
    refusesField(await call(t, "GET", "/posts?tab=best"), "tab");
  });

  it("newest and mostVoted order everything, as sort does", async () => {
    await shows("tab=newest", ["large too", "large", "small", "answered", "quiet", "over"]);
    expect((await page("tab=mostVoted")).names).toEqual((await page("sort=mostVoted")).names);
  });

  it("highestBounty has bounties that can be won, the highest first, then the newest", async () => {
    await shows("tab=highestBounty", ["large too", "large", "small"]);
  });

  it("endingSoon has the same, the first to end first", async () => {
    await shows("tab=endingSoon", ["large too", "small", "large"]);
  });

  it("unanswered has open posts without an answer, newest first", async () => {
    await shows("tab=unanswered", ["large too", "large", "small", "quiet", "over"]);
  });

  it("can be filtered, searched and sorted like everything else", async () => {
    await shows("tab=unanswered&tags=sql", ["large", "over"]);
    await shows("tab=unanswered&tags=sql&sort=oldest", ["over", "large"]);
    await shows("tab=highestBounty&sort=oldest", ["small", "large", "large too"]);
    await shows("tab=unanswered&hasBounty=false", ["quiet"]);
    await shows("tab=endingSoon&filter=closed", []);
    await shows("tab=endingSoon&search=large", ["large too", "large"]);
    await shows("tab=unanswered&search=small", ["small"]);
    await shows("tab=active&search=answered", ["answered"]);
  });

  it("are exported, with their order", async () => {
    const exported = await call(t, "GET", "/posts/export?format=json&tab=endingSoon");
    expect(exported.json().map(({ id }: { id: string }) => id)).toEqual(
      ["large too", "small", "large"].map((name) => posts[name]),
    );
  });
});

describe("the tab active", () => {
  const isFirst = async (name: string) => expect((await page("tab=active")).names[0]).toBe(name);

  it("orders by the latest question, answer, comment or edit", async () => {
    await shows("tab=active", ["answered", "large too", "large", "small", "quiet", "over"]);
    await comment(bob, posts.over ?? "");
    await isFirst("over");
    const edit = { title: "quiet", content: "Edited", tags: ["rust"] };
    ok(await call(t, "PUT", `/posts/${posts.quiet}`, { as: ada, body: edit }));
    await isFirst("quiet");
    ok(
      await call(t, "PUT", `/posts/${posts.answered}/answers/${old}`, {
        as: bob,
        body: { content: "A better answer" },
      }),
    );
    await isFirst("answered");
  });

  it("forgets what was removed, and remembers it when it is restored", async () => {
    const before = (await page("tab=active")).names;
    const id = await comment(bob, posts.small ?? "");
    await isFirst("small");
    ok(await call(t, "DELETE", `/posts/${posts.small}/comments/${id}`, { as: bob }));
    expect((await page("tab=active")).names).toEqual(before);
    const back = { deleted_at: null };
    await t.database.ownerDb.updateTable("comments").set(back).where("id", "=", id).execute();
    await isFirst("small");
  });

  it("knows comments on answers, which go with their answer", async () => {
    const before = (await page("tab=active")).names;
    const [post, over] = [posts["large too"] ?? "", before.indexOf("large too")];
    expect(over).toBeGreaterThan(0);
    const below = await answer(t, bob, post);
    ok(await call(t, "POST", `/posts/${post}/comments`, { as: ada, body: { content: "Why?", answerId: below } }));
    await isFirst("large too");
    ok(await call(t, "DELETE", `/posts/${post}/answers/${below}`, { as: bob }));
    expect((await page("tab=active")).names).toEqual(before);
  });

  it("shows no deleted post", async () => {
    const gone = await put("gone", 0);
    ok(await call(t, "DELETE", `/posts/${gone}`, { as: ada }));
    expect((await page("tab=active")).names).not.toContain("gone");
    expect((await page("tab=unanswered")).names).not.toContain("gone");
  });
});

describe("the tab unanswered", () => {
  it("loses a post with its first answer, gets it back without one, and has no closed ones", async () => {
    const id = await put("asked", 1);
    const has = async () => (await page("tab=unanswered")).names.includes("asked");
    expect(await has()).toBe(true);
    const first = await answer(t, bob, id);
    expect(await has()).toBe(false);
    ok(await call(t, "DELETE", `/posts/${id}/answers/${first}`, { as: bob }));
    expect(await has()).toBe(true);
    await t.database.ownerDb.updateTable("posts").set({ status: "CLOSED" }).where("id", "=", id).execute();
    expect(await has()).toBe(false);
  });
});

describe("a bounty's end", () => {
  it("takes it out of both tabs of bounties that can be won", async () => {
    const later = new Date(Date.now() + HOUR_MS);
    const ended = { bounty_expires_at: new Date(later.getTime() - 2 * HOUR_MS) };
    await t.database.ownerDb
      .updateTable("posts")
      .set(ended)
      .where("id", "=", posts.small ?? "")
      .execute();
    for (const tab of ["highestBounty", "endingSoon"]) {
      expect((await page(`tab=${tab}`)).names).not.toContain("small");
    }
  });
});

describe("the tab forYou", () => {
  const follow = (tags: readonly string[], as = bob) => call(t, "PUT", "/tags/followed", { as, body: { tags } });
  const followed = async (as = bob) =>
    ok(await call(t, "GET", "/tags/followed", { as })).data.map(({ name }: { name: string }) => name);

  it("asks visitors to sign in, who follow nothing", async () => {
    refused(await call(t, "GET", "/posts?tab=forYou"), 401, "UNAUTHENTICATED");
    refused(await call(t, "GET", "/posts/export?tab=forYou&format=csv"), 401, "UNAUTHENTICATED");
  });

  it("is empty until a member follows tags", async () => {
    expect(await followed()).toEqual([]);
    await shows("tab=forYou", [], bob);
  });

  it("has posts with any tag that the member follows, newest first, and nobody else's", async () => {
    const body = ok(await follow(["SQL", "go"]));
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(["go", "sql"]);
    await shows("tab=forYou", ["large too", "large", "over"], bob);
    await shows("tab=forYou&sort=oldest", ["over", "large", "large too"], bob);
    await shows("tab=forYou&tags=sql&hasBounty=true", ["large", "over"], bob);
    await shows("tab=forYou&search=large", ["large too", "large"], bob);
    await shows("tab=forYou", [], ada);
  });

  it("follows the tags chosen last, at most 50 that exist", async () => {
    ok(await follow(["rust", "go"]));
    expect(await followed()).toEqual(["go", "rust"]);
    refusesField(await follow(["rust", "cobol"]), "tags");
    refusesField(await follow(Array.from({ length: 51 }, () => "rust")), "tags");
    expect(await followed()).toEqual(["go", "rust"]);
    ok(await follow([]));
    await shows("tab=forYou", [], bob);
  });
});
