import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { UNIT } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok, refused, refusesField } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
let address: string;
const ids: string[] = [];

beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada", { balance: 100n * UNIT });
  bob = await t.member("bob");
  for (const name of ["sql", "C++"]) await createTag(t.database, name);
  ids.push(
    await ask(t, ada, {
      title: 'A "first", one',
      content: "# Heading\n\n<b>bold</b>\n\n```sql\nselect 1",
      tags: ["sql"],
    }),
  );
  const code = [{ language: "sql", code: "select '```'", description: "One" }];
  ids.push(await ask(t, bob, { title: "=HYPERLINK(1)", content: "@SUM(A1)", tags: ["sql", "C++"], codeBlocks: code }));
  ids.push(await ask(t, ada, { title: "Third [link](x)", content: "Zugzwang", tags: ["C++"], bountyAmount: 2.5 }));
  ok(await call(t, "POST", `/posts/${ids[0]}/answers/${await answer(t, bob, ids[0] ?? "")}/accept`, { as: ada }));
  const gone = await ask(t, ada, { title: "Gone", tags: ["sql"] });
  ok(await call(t, "DELETE", `/posts/${gone}`, { as: ada }));
  address = await t.listen();
});
afterAll(() => t.close());

const get = (query: string) => call(t, "GET", `/posts/export?${query}`);
const listed = async (query: string): Promise<string[]> =>
  (await get(`format=json&${query}`)).json().map((post: { id: string }) => post.id);

describe("an export", () => {
  it.each([
    ["csv", "text/csv; charset=utf-8; header=present"],
    ["json", "application/json; charset=utf-8"],
    ["md", "text/markdown; charset=utf-8"],
    ["MD", "text/markdown; charset=utf-8"],
  ])("as %s is a public file named after the day [C2.087]", async (format, type) => {
    const response = await get(`format=${format}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe(type);
    const day = new Date().toISOString().slice(0, 10);
    expect(response.headers["content-disposition"]).toBe(
      `attachment; filename="bbux-posts-${day}.${format.toLowerCase()}"`,
    );
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  it("as CSV has one row per post, and no cell that a spreadsheet would execute [C2.087]", async () => {
    const { body } = await get("format=csv&sort=oldest");
    const [head, ...rows] = body.split(/\r\n(?=\d|$)/);
    expect(head).toBe(
      "id,url,title,author,status,tags,createdAt,editedAt,answers,comments,upvotes,downvotes,votes,bounty,bountyStatus,acceptedAnswerId,content",
    );
    expect(rows).toHaveLength(4);
    expect(rows[0]).toContain(`${ids[0]},http://localhost:80/posts/${ids[0]},"A ""first"", one",ada,COMPLETED,sql,`);
    expect(rows[0]).toContain('"# Heading\n\n<b>bold</b>\n\n```sql\nselect 1"');
    expect(rows[1]).toContain(',\'=HYPERLINK(1),bob,OPEN,"sql, C++",');
    expect(rows[1]?.endsWith(",'@SUM(A1)")).toBe(true);
    expect(rows[2]).toContain(",0,0,0,2.5,ESCROWED,,Zugzwang");
  });

  it("as JSON is one array of complete posts [C2.087]", async () => {
    const posts = (await get("format=json&sort=oldest")).json();
    expect(posts.map((post: { id: string }) => post.id)).toEqual(ids);
    expect(posts[1]).toMatchObject({
      title: "=HYPERLINK(1)",
      content: "@SUM(A1)",
      tags: ["sql", "C++"],
      codeBlocks: [{ language: "sql", code: "select '```'", description: "One" }],
      url: `http://localhost:80/posts/${ids[1]}`,
    });
    expect(posts[0]).not.toHaveProperty("userVote");
    expect((await get("format=json&search=xyzzy")).json()).toEqual([]);
  });

  it("as Markdown has a heading per post that links to it, and no text that breaks out of its post [C2.087]", async () => {
    const { body } = await get("format=md&sort=oldest");
    expect(body.match(/^#.*$/gm)).toEqual([
      "# Posts",
      `## [A "first", one](<http://localhost:80/posts/${ids[0]}>)`,
      `## [=HYPERLINK\\(1\\)](<http://localhost:80/posts/${ids[1]}>)`,
      `## [Third \\[link\\]\\(x\\)](<http://localhost:80/posts/${ids[2]}>)`,
    ]);
    expect(body).toContain("> # Heading\n>\n> \\<b>bold\\</b>\n>\n> ```sql\n> select 1\n");
    expect(body).toContain("> ````sql\n> select '```'\n> ````\n");
    expect(body).toContain("bounty 2.5 BBUX (escrowed)");
  });

  it.each([
    ["", [2, 1, 0]],
    ["sort=oldest", [0, 1, 2]],
    ["tags=sql", [1, 0]],
    ["tags=sql,c%2B%2B&sort=oldest", [0, 1, 2]],
    ["filter=claimed", [0]],
    ["hasBounty=true", [2]],
    ["author=ada", [2, 0]],
    ["dateRange=week&author=bob", [1]],
    ["search=zugzwang", [2]],
    ["search=zugzwagn&sort=newest", [2]],
    ["tags=nothing", []],
  ])("accepts the feed's filters and order, ?%s: %j [C2.087]", async (query, expected) => {
    await sql`delete from search_words_queue`.execute(t.database.ownerDb);
    await sql`insert into search_words values ('zugzwang', 1) on conflict do nothing`.execute(t.database.ownerDb);
    expect(await listed(query)).toEqual(expected.map((n) => ids[n]));
  });

  it.each([
    ["", "format"],
    ["format=xml", "format"],
    ["format=csv&sort=best", "sort"],
    ["format=csv&search=%00", "search"],
    ["format=csv&hasBounty=yes", "hasBounty"],
  ])("?%s returns a 422 that names the field", async (query, field) => refusesField(await get(query), field));

  it("counts toward the limits like any other call", async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: "on" } });
    try {
      const response = await call(limited, "GET", "/posts/export?format=csv");
      expect(response.headers["x-ratelimit-remaining"]).toBe("99");
    } finally {
      await limited.close();
    }
  });
});

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

/** Bytes still in use after collecting garbage. */
function held(): number {
  if (typeof collect === "function") collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe("a large export", () => {
  const COUNT = 10_400;
  beforeAll(async () => {
    await sql`
      insert into posts (author_id, title, content, excerpt, created_at)
      select ${bob.id}, 'Bulk ' || n, repeat('Two kilobytes. ' || n || ' ', 100), 'Bulk', now() - interval '9 days' - interval '1 second' * n
      from generate_series(1, ${sql.lit(COUNT)}) n`.execute(t.database.ownerDb);
  });

  const opened: ClientRequest[] = [];
  afterEach(() => {
    for (const outgoing of opened.splice(0)) outgoing.destroy();
  });

  /** Opens an export over a real connection without reading any of it yet. */
  async function open(query: string, options: RequestOptions = {}): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = request(`${address}/api/posts/export?${query}`, options, resolve);
    opened.push(outgoing);
    outgoing.on("error", reject).end();
    const incoming = await promise;
    // Some of these tests are about interrupted responses.
    incoming.on("error", () => undefined);
    if (incoming.statusCode === 200) return incoming;
    // The server hasn't noticed yet that the file of the test before isn't read any more.
    outgoing.destroy();
    expect([429, 503]).toContain(incoming.statusCode);
    await sleep(100);
    return open(query, options);
  }
  const openTransactions = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(t.database.ownerDb);
    return rows[0]?.n;
  };
  const until = async (wanted: () => Promise<boolean>) => {
    // The transaction is idle between portions but not while reading, so seeing it idle once suffices.
    for (let n = 0; n < 3_000; n++) {
      if (await wanted()) return;
      await sleep(100);
    }
    expect.fail("It did not come to that");
  };

  it("ends at 10,000 posts, each once, newest first, in memory that doesn't grow with their number [C2.087]", {
    tags: "proof",
  }, async () => {
    const incoming = await open("format=json");
    const before = held();
    let [bytes, peak, looked] = [0, 0, 0];
    const seen: string[] = [];
    let rest = "";
    for await (const chunk of incoming) {
      bytes += chunk.length;
      rest += chunk;
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) seen.push(/^\{"id":"(\d+)"/.exec(line)?.[1] ?? "");
      if (bytes - looked < 2_000_000) continue;
      looked = bytes;
      peak = Math.max(peak, held() - before);
    }
    const posts = seen.filter(Boolean);
    expect([posts.length, new Set(posts).size]).toEqual([10_000, 10_000]);
    expect(posts.slice(0, 3)).toEqual([...ids].reverse());
    expect(bytes).toBeGreaterThan(20_000_000);
    // Data in transit takes about 11 MB; an export that keeps its rows takes 36.
    expect(peak).toBeLessThan(22_000_000);
  });

  it("doesn't change while it is being read, and holds a connection only that long [C2.087]", {
    tags: "proof",
  }, async () => {
    const incoming = await open("format=csv&author=bob");
    await until(async () => (await openTransactions()) === 1);
    await sql`update posts set title = 'Changed' where title in ('Bulk 1', 'Bulk 5000', 'Bulk 9000')`.execute(
      t.database.ownerDb,
    );
    let text = "";
    for await (const chunk of incoming) text += chunk;
    expect(text).not.toContain("Changed");
    expect(text).toContain("Bulk 9000");
    await until(async () => (await openTransactions()) === 0);
  });

  it("that a member doesn't read keeps that member from a third, and nobody else [C2.087]", {
    tags: "proof",
  }, async () => {
    for (let n = 0; n < 2; n++) await open("format=json", { headers: ada.headers });
    for (const path of ["/posts/export?format=csv", "/profile/export", "/wallet/transactions/export"]) {
      const third = refused(await call(t, "GET", path, { as: ada }), 429, "RATE_LIMITED");
      expect(third.details).toEqual({ retryAfter: 10 });
      expect(third.error).toMatch(/^You're already downloading as many files/);
    }
    expect((await call(t, "GET", "/posts/export?format=csv&author=ada", { as: bob })).statusCode).toBe(200);
    expect((await call(t, "GET", "/profile/export", { as: bob })).statusCode).toBe(200);
    expect((await get("format=csv&author=ada")).statusCode).toBe(200);
    expect((await call(t, "GET", "/transparency/log.ndjson")).statusCode).toBe(200);
  });

  it("that a visitor doesn't read keeps that network from a third, and nobody else [C2.087]", async () => {
    for (const n of [1, 2]) await open("format=json", { localAddress: `127.0.9.${n}` });
    const from = (remoteAddress: string) => t.app.inject({ url: "/api/transparency/log.ndjson", remoteAddress });
    refused(await from("127.0.9.200"), 429, "RATE_LIMITED");
    expect((await from("127.0.10.1")).statusCode).toBe(200);
    expect((await call(t, "GET", "/profile/export", { as: ada })).statusCode).toBe(200);
    // The networks of one region leave a place to others, however many they are.
    for (const n of [1, 2]) await open("format=json", { localAddress: `127.0.10.${n}` });
    refused(await from("127.0.11.1"), 429, "RATE_LIMITED");
    expect((await from("127.0.32.1")).statusCode).toBe(200);
  });

  it("that nobody reads anymore releases its connection; a few at once leave connections for others [C2.087]", async () => {
    await Promise.all([1, 2, 3, 4, 5].map((n) => open("format=json", { localAddress: `127.0.${16 * n}.1` })));
    const sixth = refused(await get("format=csv"), 503, "SERVICE_UNAVAILABLE");
    expect(sixth.details).toEqual({ retryAfter: 10 });
    ok(await call(t, "GET", "/posts"));
    for (const outgoing of opened) outgoing.destroy();
    await until(async () => (await openTransactions()) === 0);
    await until(async () => (await get("format=csv&author=ada")).statusCode === 200);
  });
});
