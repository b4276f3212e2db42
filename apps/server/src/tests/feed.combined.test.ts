/** @module-tag proof */

import { DAY_MS, UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp } from "../testing.ts";
import { ask, call, ok } from "./support.ts";

// Compares every combination of filters, order, and search with a plain implementation on a list in memory.

interface Made {
  readonly id: string;
  readonly author: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly bounty: boolean;
  readonly ageDays: number;
  readonly votes: number;
  readonly words: string;
}

let t: TestApp;
const made: Made[] = [];
const TAGS = ["alpha", "beta", "gamma"];
const STATUSES = ["OPEN", "COMPLETED", "CLOSED"];
const AGES = [1, 10, 100, 500];

beforeAll(async () => {
  t = await createTestApp();
  const members = [
    await t.member("ada", { balance: 1_000n * UNIT }),
    await t.member("bob", { balance: 1_000n * UNIT }),
  ];
  for (const tag of TAGS) await createTag(t.database, tag);
  for (let n = 0; n < 36; n++) {
    const author = members[n % 2];
    if (!author) throw new Error("no author");
    const tags = TAGS.filter((_, at) => (n + at) % 3 !== 0 || at === n % 3);
    const bounty = n % 5 === 0;
    const words = n % 4 === 0 ? "sapphire" : n % 4 === 1 ? "sapphire emerald" : "emerald";
    const body = { title: `Stone ${n}`, content: words, tags, ...(bounty && { bountyAmount: 1 }) };
    const id = await ask(t, author, body);
    const one: Made = {
      id,
      author: author.username,
      status: STATUSES[n % 3] ?? "OPEN",
      tags,
      bounty,
      words,
      ageDays: AGES[n % 4] ?? 1,
      votes: (n % 3) - 1,
    };
    made.push(one);
    await t.database.ownerDb
      .updateTable("posts")
      .set({
        status: one.status,
        created_at: new Date(Date.now() - one.ageDays * DAY_MS),
        upvotes: Math.max(0, one.votes),
        downvotes: Math.max(0, -one.votes),
      })
      .where("id", "=", id)
      .execute();
  }
  const gone = await ask(t, members[0] ?? raise(), { title: "Gone", content: "sapphire emerald", tags: TAGS });
  ok(await call(t, "DELETE", `/posts/${gone}`, { as: members[0] ?? raise() }));
});
afterAll(() => t.close());

function raise(): never {
  throw new Error("no member");
}

type Choice = readonly [query: string, keeps: (post: Made) => boolean];
const any: Choice = ["", () => true];
const filters: readonly (readonly Choice[])[] = [
  [
    any,
    ["filter=open", (p) => p.status === "OPEN"],
    ["filter=Claimed", (p) => p.status === "COMPLETED"],
    ["filter=closed", (p) => p.status === "CLOSED"],
  ],
  [
    any,
    ["tags=alpha", (p) => p.tags.includes("alpha")],
    ["tags=alpha,Beta", (p) => p.tags.some((tag) => tag !== "gamma")],
    ["tags=none", () => false],
  ],
  [any, ["hasBounty=true", (p) => p.bounty], ["hasBounty=false", (p) => !p.bounty]],
  [
    any,
    ["dateRange=week", (p) => p.ageDays < 7],
    ["dateRange=month", (p) => p.ageDays < 30],
    ["dateRange=year", (p) => p.ageDays < 365],
  ],
  [any, ["author=bob", (p) => p.author === "bob"]],
  [
    any,
    ["search=sapphire", (p) => p.words.includes("sapphire")],
    ["search=sapphire%20-emerald", (p) => p.words === "sapphire"],
  ],
];

function combinations(): Choice[] {
  return filters.reduce<Choice[]>(
    (all, choices) =>
      all.flatMap(([query, keeps]) =>
        choices.map(
          ([more, also]): Choice => [[query, more].filter(Boolean).join("&"), (post) => keeps(post) && also(post)],
        ),
      ),
    [any],
  );
}

const byId = (a: Made, b: Made) => (BigInt(b.id) > BigInt(a.id) ? 1 : -1);
const newest = (a: Made, b: Made) => a.ageDays - b.ageDays || byId(a, b);
type Order = (a: Made, b: Made) => number;
const sorts: readonly (readonly [string, Order])[] = [
  ["newest", newest],
  ["oldest", (a, b) => -newest(a, b)],
  ["mostVoted", (a, b) => b.votes - a.votes || newest(a, b)],
];

async function pages(query: string, limit: number): Promise<{ ids: string[]; totals: number[] }> {
  const found: string[] = [];
  const totals: number[] = [];
  for (let page = 1; ; page++) {
    const body = ok(await call(t, "GET", `/posts?${query}&limit=${limit}&page=${page}`));
    totals.push(body.pagination.total);
    found.push(...body.posts.map((post: { id: string }) => post.id));
    if (page >= body.pagination.pages) return { ids: found, totals };
  }
}

describe("the feed with every combination of filters", () => {
  const all = combinations();
  it("returns the matching posts in the requested order [C4.15 C7.21 C7.22 C7.23 C7.25 C7.26 C7.27]", async () => {
    expect(all.length).toBe(4 * 4 * 3 * 4 * 2 * 3);
    for (const [n, [query, keeps]] of all.entries()) {
      // Cycles through the orders, because 3 and some filters' number of choices have a common divisor.
      const [sort, order] = sorts[(n + Math.floor(n / 3) + Math.floor(n / 36)) % sorts.length] ?? raise();
      const expected = made
        .filter(keeps)
        .sort(order)
        .map((post) => post.id);
      const body = ok(await call(t, "GET", `/posts?${query}&sort=${sort}&limit=100`));
      // A search that finds almost nothing is corrected; filters alone never are.
      if (body.correctedSearch !== undefined) continue;
      const found = body.posts.map((post: { id: string }) => post.id);
      expect(found, query).toEqual(expected);
      expect(body.pagination.total, query).toBe(expected.length);
    }
  });

  it("pages without gaps or duplicates, consistently for every page length [C7.20]", async () => {
    const some = all.filter((_, n) => n % 37 === 0);
    for (const [query] of some) {
      for (const sort of ["", "&sort=oldest", "&sort=votes"]) {
        const [small, large] = [await pages(query + sort, 3), await pages(query + sort, 100)];
        expect(small.ids, query + sort).toEqual(large.ids);
        expect(new Set(small.ids).size).toBe(small.ids.length);
        expect(new Set([...small.totals, ...large.totals]).size).toBe(1);
      }
    }
  });
});
