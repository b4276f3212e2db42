import { connect, connectWithReplicas, type Database, databaseUrls, migrate, type WithReplicas } from "@bbux/db";
import { asOwner, createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { startPrimary, type TestPrimary, type TestReplica } from "@bbux/db/testing/replica";
import { deposit } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabases } from "../databases.ts";
import { type Env, readEnv } from "../env.ts";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { createPagesApp, visit } from "./html.support.ts";
import { ask, call, ok } from "./support.ts";

describe("which calls read a replica", () => {
  // Another database, so that it shows in each response where it was read.
  let replica: TestDatabase;
  let t: TestApp;
  let ada: TestMember;
  const [HERE, THERE] = ["At the primary", "At the replica"];
  let here = "";
  let there = "";
  beforeAll(async () => {
    replica = await createTestDatabase();
    const elsewhere = await createTestApp({ database: replica });
    await createTag(replica, "money");
    const bob = await elsewhere.member("bob");
    for (const title of [THERE, "Another", THERE]) there = await ask(elsewhere, bob, { title });
    await elsewhere.close();
    t = await createPagesApp({}, { chooseReads: () => replica.db });
    await createTag(t.database, "money");
    ada = await t.member("ada");
    here = await ask(t, ada, { title: HERE });
  });
  afterAll(async () => {
    await t.close();
    await replica.drop();
  });

  const titles = async (as?: TestMember) =>
    ok(await call(t, "GET", "/posts", as ? { as } : {})).posts.map(({ title }: { title: string }) => title);

  it("visitors' do, by REST and tRPC, and members' don't, who see what they have just written", async () => {
    expect([await titles(), await titles(ada)]).toEqual([[THERE, "Another", THERE], [HERE]]);
    expect(ok(await call(t, "GET", `/posts/${here}`, { as: ada })).post.title).toBe(HERE);
    expect(ok(await call(t, "GET", `/posts/${there}`)).post.title).toBe(THERE);
    const batch = async (headers: Record<string, string>) => {
      const input = encodeURIComponent(JSON.stringify({ 0: {} }));
      return (await t.app.inject({ url: `/api/trpc/posts.list?batch=1&input=${input}`, headers })).body;
    };
    expect([await batch({}), await batch(ada.headers)]).toEqual([
      expect.stringContaining(THERE),
      expect.stringContaining(HERE),
    ]);
  });

  it("visitors' changes are made at the primary", async () => {
    await t.member("carl");
    const found = (database: TestDatabase) =>
      database.db.selectFrom("users").select("id").where("username", "=", "carl").execute();
    expect([(await found(t.database)).length, (await found(replica)).length]).toEqual([1, 0]);
  });

  it("pages, feeds and sitemaps do", async () => {
    expect((await visit(t, `/posts/${there}`)).body).toContain(THERE);
    const [feed, sitemap] = [await visit(t, "/feeds/community.atom"), await visit(t, "/sitemaps/posts-0.xml")];
    expect(feed.body).toContain(THERE);
    expect(feed.body).not.toContain(HERE);
    expect(sitemap.body.match(/<loc>/g)).toHaveLength(3);
  });

  it("visitors' exports and files of the public log do, and members' don't", async () => {
    await deposit(replica.db, { cause: "one", member: "1", amount: 5n });
    await sql`select transparency_seal(10)`.execute(replica.db);
    const file = async (path: string, as?: TestMember) => (await call(t, "GET", path, as ? { as } : {})).body;
    const lines = async (as?: TestMember) => (await file("/transparency/log.ndjson", as)).trim().split("\n").length;
    expect([await lines(), await lines(ada)]).toEqual([2, 1]);
    const posts = "/posts/export?format=csv";
    expect([await file(posts), await file(posts, ada)]).toEqual([
      expect.stringContaining(THERE),
      expect.stringContaining(HERE),
    ]);
  });
});

describe("with several replicas that don't agree", () => {
  let ahead: TestDatabase;
  let behind: TestDatabase;
  let t: TestApp;
  let first = "";
  let latest = "";
  let turn = 0;
  beforeAll(async () => {
    [ahead, behind] = [await createTestDatabase(), await createTestDatabase()];
    for (const [database, entries] of [
      [ahead, 3],
      [behind, 1],
    ] as const) {
      for (let nth = 1; nth <= entries; nth++) await deposit(database.db, { cause: `${nth}`, member: "1", amount: 5n });
      await sql`select transparency_seal(10)`.execute(database.db);
    }
    t = await createPagesApp({}, { chooseReads: () => (turn++ % 2 === 0 ? ahead.db : behind.db) });
    await createTag(t.database, "money");
    const ada = await t.member("ada");
    [first, latest] = [await ask(t, ada, { title: "First" }), await ask(t, ada, { title: "Latest" })];
  });
  afterAll(async () => {
    await t.close();
    await Promise.all([ahead.drop(), behind.drop()]);
  });

  it("a request reads one of them, so that a file of the public log and the calls of a batch agree", async () => {
    const files = [0, 1].map(async () => (await call(t, "GET", "/transparency/log.ndjson")).body.trim().split("\n"));
    const lines = (await Promise.all(files)).map((file) => [JSON.parse(file[0] ?? "").head.seq, file.length]);
    expect(lines.toSorted()).toEqual([
      [1, 2],
      [3, 4],
    ]);
    const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: {} }));
    const url = `/api/trpc/transparency.log,transparency.log?batch=1&input=${input}`;
    const batches = [0, 1].map(async () => (await t.app.inject({ url })).json());
    const entries = (await Promise.all(batches)).map((batch) =>
      batch.map((answer: { result: { data: { entries: unknown[] } } }) => answer.result.data.entries.length),
    );
    expect(entries.toSorted()).toEqual([
      [1, 1],
      [3, 3],
    ]);
  });

  it("what isn't there yet is looked for at the primary, and what isn't there either isn't found", async () => {
    for (const id of [first, latest]) {
      expect(ok(await call(t, "GET", `/posts/${id}`)).post.id).toBe(id);
      expect((await visit(t, `/posts/${id}`)).statusCode).toBe(200);
    }
    expect((await call(t, "GET", "/posts/1")).statusCode).toBe(404);
    expect((await visit(t, "/posts/1")).statusCode).toBe(404);
  });
});

describe("with a real streaming replica", () => {
  let primary: TestPrimary;
  let replica: TestReplica;
  let connected: WithReplicas;
  let t: TestApp;
  let ada: TestMember;
  beforeAll(async () => {
    primary = await startPrimary();
    const { url } = primary.server;
    await migrate(url);
    replica = await primary.startReplica();
    const place = new URL(replica.url);
    [place.username, place.password] = ["", ""];
    const options = { url, max: 5, statementTimeoutMs: 2_000 };
    connected = await connectWithReplicas(options, {
      urls: [place.href],
      log: () => undefined,
      everyMs: 50,
      maxLagMs: 1_500,
      patienceMs: 20_000,
    });
    const [jobsDb, ownerDb] = [connect({ url, as: "jobs" }), connect({ url, as: "owner" })];
    const drop = async () => {
      await Promise.all([jobsDb.destroy(), ownerDb.destroy()]);
    };
    t = await createTestApp({
      database: { url, db: connected.db, jobsDb, ownerDb, drop },
      chooseReads: connected.chooseReads,
    });
    await createTag(t.database, "money");
    ada = await t.member("ada");
  });
  afterAll(async () => {
    await t.close();
    await t.database.drop();
    await connected.close();
    await primary.stop();
  });

  const asVisitor = async (id: string) => (await call(t, "GET", `/posts/${id}`)).statusCode;

  it("what a member asks is seen by the member immediately, and by visitors once it's replayed", async () => {
    await expect.poll(() => connected.inUse()).toEqual([true]);
    const id = await ask(t, ada);
    ok(await call(t, "GET", `/posts/${id}`, { as: ada }));
    await expect.poll(() => asVisitor(id)).toBe(200);
    expect(connected.inUse()).toEqual([true]);
  });

  it("what is kept for all visitors is kept across their requests", async () => {
    const board = async () => ok(await call(t, "GET", "/stats/board"));
    const before = await board();
    const id = await ask(t, ada);
    await expect.poll(async () => (await call(t, "GET", "/posts")).body).toContain(id);
    expect(await board()).toEqual(before);
  });

  it("visitors read at the primary while the replica is behind", async () => {
    await asOwner(replica.url, (client) => client.query("select pg_wal_replay_pause()"));
    const id = await ask(t, ada);
    // One that isn't found at the replica is looked for at the primary in any case.
    expect(await asVisitor(id)).toBe(200);
    await expect.poll(() => connected.inUse()).toEqual([false]);
    expect((await call(t, "GET", "/posts")).body).toContain(id);
    await asOwner(replica.url, (client) => client.query("select pg_wal_replay_resume()"));
    await expect.poll(() => connected.inUse()).toEqual([true]);
    expect(await asVisitor(id)).toBe(200);
  });

  it("a process opens it by DATABASE_REPLICA_URLS, unless it's a worker, and without it there is none", async () => {
    const { url } = primary.server;
    const place = new URL(replica.url);
    [place.username, place.password] = ["", ""];
    const env = readEnv({ DATABASE_URL: url, DATABASE_REPLICA_URLS: place.href });
    const urls = databaseUrls(url);
    const open = (given: Env) => openDatabases(given, urls, () => undefined);
    const [web, worker, plain] = [
      await open(env),
      await open({ ...env, ROLE: "worker" }),
      await open(readEnv({ DATABASE_URL: url })),
    ];
    const isReplica = async (db: Database) =>
      (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is;
    await expect.poll(() => isReplica(web.chooseReads())).toBe(true);
    expect(await isReplica(web.db)).toBe(false);
    for (const without of [worker, plain]) expect(without.chooseReads()).toBe(without.db);
    for (const each of [web, worker, plain]) await each.close();
  });

  it("no visitor's request fails while the replica stops and comes back", async () => {
    const id = await ask(t, ada);
    await expect.poll(() => asVisitor(id)).toBe(200);
    const seen = new Set<number>();
    let over = false;
    const visitors = [1, 2, 3].map(async () => {
      while (!over) seen.add(await asVisitor(id));
    });
    await replica.stop();
    await expect.poll(() => connected.inUse()).toEqual([false]);
    await replica.start();
    await expect.poll(() => connected.inUse()).toEqual([true]);
    over = true;
    await Promise.all(visitors);
    expect([...seen]).toEqual([200]);
  });
});
