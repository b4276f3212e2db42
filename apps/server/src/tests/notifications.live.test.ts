import { UNIT } from "@bbux/contract";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSignals, type RunningSignals } from "../signals.ts";
import { createTag, createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { type OpenStream, openStream, vote } from "./notifications.support.ts";
import { answer, ask, browser, call, ok, sessionCookie } from "./support.ts";

let t: TestApp;
let origin: string;
let ada: TestMember;
let bob: TestMember;
let cleo: TestMember;

beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  ada = await t.member("ada", { balance: 100n * UNIT });
  [bob, cleo] = [await t.member("bob"), await t.member("cleo")];
  origin = await t.listen();
});
afterAll(() => t.close());

const opened: OpenStream[] = [];
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});
async function open(headers: Record<string, string>, at = origin): Promise<OpenStream> {
  const stream = await openStream(at, headers);
  opened.push(stream);
  return stream;
}

describe("notifications.live", () => {
  it("sends the current state immediately, and changes within a second", async () => {
    const postId = await ask(t, ada, { title: "Live" });
    await t.database.ownerDb.deleteFrom("notifications").execute();
    const stream = await open(ada.headers);
    expect(stream.status).toBe(200);
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    expect(stream.headers.get("cache-control")).toContain("no-store");
    expect(stream.headers.get("x-accel-buffering")).toBe("no");
    expect(await stream.next()).toEqual({ unread: 0, latest: null });
    await vote(t, bob, `/posts/${postId}`, 1);
    expect(await stream.next()).toMatchObject({
      unread: 1,
      latest: { kind: "votes", read: false, navigation: { url: `/posts/${postId}` } },
    });
    await answer(t, bob, postId);
    expect(await stream.next()).toMatchObject({ unread: 2, latest: { message: "bob answered “Live”" } });
    ok(await call(t, "POST", "/notifications/read-all", { as: ada }));
    expect(await stream.next()).toMatchObject({ unread: 0, latest: { read: true } });
  });

  it("reports notifications read in another tab, to that member only", async () => {
    const postId = await ask(t, ada, { title: "Mine" });
    const [mine, others] = [await open(ada.headers), await open(bob.headers)];
    await mine.next();
    await others.next();
    await answer(t, bob, postId);
    const { latest } = (await mine.next()) ?? {};
    ok(await call(t, "POST", `/notifications/${latest?.id}/read`, { as: ada }));
    expect(await mine.next()).toMatchObject({ latest: { id: latest?.id, read: true } });
    await expect(others.next(300)).rejects.toThrow("Nothing came");
  });

  it("ends when its session signs out, and not before", async () => {
    const tab = await browser(t, cleo);
    const [stream, other] = [await open(tab), await open(cleo.headers)];
    await stream.next();
    await other.next();
    const headers = { ...tab, origin: "http://bbux.test" };
    ok(await call(t, "POST", "/auth/logout", { headers }));
    await stream.ended();
    ok(await call(t, "POST", "/notifications/read-all", { as: cleo }));
    await expect(other.next(300)).rejects.toThrow("Nothing came");
  });

  it("ends when the password is changed elsewhere", async () => {
    const member = await t.member("changes");
    const [here, there] = [await browser(t, member), await browser(t, member)];
    const [before, ended] = [await open(here), await open(there)];
    await before.next();
    await ended.next();
    const body = { currentPassword: TEST_PASSWORD, newPassword: "another good password" };
    const changed = await call(t, "POST", "/auth/change-password", { headers: here, body });
    await Promise.all([ended.ended(), before.ended()]);
    // The session that changed it goes on with its next cookie, and is told.
    const kept = await open({ ...here, cookie: sessionCookie(changed) ?? "" });
    expect(await kept.next()).toMatchObject({ latest: { kind: "security", title: "Your password was changed" } });
  });

  it("ends when the member is suspended, and can't be reopened", async () => {
    const member = await t.member("suspended");
    const stream = await open(member.headers);
    await stream.next();
    const { ownerDb } = t.database;
    await ownerDb.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", member.id).execute();
    t.services.signals.publish("notifications", [member.id]);
    await stream.ended();
    const again = await open(member.headers);
    expect(again.status).toBe(403);
    expect(JSON.parse(await again.body()).error.data.code).toBe("ACCOUNT_SUSPENDED");
  });

  it("is closed to visitors, however many come [M6.12]", async () => {
    for (let i = 0; i < 25; i++) {
      const stream = await open({});
      expect(stream.status).toBe(401);
      expect(JSON.parse(await stream.body()).error.data).toMatchObject({ code: "UNAUTHENTICATED", httpStatus: 401 });
    }
    expect((await open({ authorization: `Bearer ${"a".repeat(40)}` })).status).toBe(401);
  });

  it("allows twenty streams per member, and another once one has closed", async () => {
    const streams: OpenStream[] = [];
    for (let i = 0; i < 20; i++) streams.push(await open(ada.headers));
    expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const refused = await open(ada.headers);
    expect([refused.status, JSON.parse(await refused.body()).error.data.code]).toEqual([429, "RATE_LIMITED"]);
    expect((await open(bob.headers)).status).toBe(200);
    streams[0]?.close();
    await expect.poll(async () => (await open(ada.headers)).status).toBe(200);
  });

  it("can't be called in a batch or as a mutation", async () => {
    const batch = await fetch(`${origin}/api/trpc/notifications.live,tags.list?batch=1`, { headers: ada.headers });
    expect([200, 207, 404]).toContain(batch.status);
    expect(JSON.parse(await batch.text())[0].error.data.code).toBe("NOT_FOUND");
    const post = await fetch(`${origin}/api/trpc/notifications.live`, { method: "POST", headers: ada.headers });
    expect(post.status).toBe(404);
  });
});

it("a server with open streams closes, and they end", async () => {
  const other = await createTestApp({ database: t.database });
  const at = await other.listen();
  const streams = [await open(ada.headers, at), await open(bob.headers, at)];
  for (const stream of streams) await stream.next();
  await other.close();
  for (const stream of streams) await stream.ended();
});

describe("several processes on one database", () => {
  let database: TestDatabase;
  const running: RunningSignals[] = [];
  const log = pino({ level: "silent" });
  const url = () => database.url;
  const signals = async () => {
    const made = await createSignals({ REDIS_URL: undefined }, url(), log);
    running.push(made);
    return made;
  };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    for (const one of running) await one.close();
    await database.drop();
  });

  it("reach each other: changes at one are reported by the other", async () => {
    const [first, second] = [await signals(), await signals()];
    const [one, two] = [
      await createTestApp({ database, signals: first }),
      await createTestApp({ database, signals: second }),
    ];
    try {
      await createTag(database, "money");
      const dora = await one.member("dora");
      const emil = await two.member("emil");
      const postId = await ask(one, dora, { title: "Far" });
      const streams = [await open(dora.headers, await one.listen()), await open(dora.headers, await two.listen())];
      for (const stream of streams) await stream.next();
      await answer(two, emil, postId);
      for (const stream of streams) {
        expect(await stream.next()).toMatchObject({ latest: { message: "emil answered “Far”" } });
      }
      for (const stream of streams) stream.close();
    } finally {
      await one.close();
      await two.close();
    }
  });

  it("report each change once, their own immediately, for thousands at a time", async () => {
    const [from, to] = [await signals(), await signals()];
    const heard = { from: new Map<string, number>(), to: new Map<string, number>() };
    const members = Array.from({ length: 1_000 }, (_, i) => `${10_000_000_000 + i}`);
    for (const id of members) {
      from.subscribe("notifications", id, () => heard.from.set(id, (heard.from.get(id) ?? 0) + 1));
      to.subscribe("notifications", id, () => heard.to.set(id, (heard.to.get(id) ?? 0) + 1));
    }
    from.publish("notifications", members);
    expect(heard.from.size).toBe(1_000);
    await expect.poll(() => heard.to.size).toBe(1_000);
    expect([...heard.from.values(), ...heard.to.values()].every((times) => times === 1)).toBe(true);
  });

  it("reconnect after the connection was lost", { tags: "proof" }, async () => {
    const [from, to] = [await signals(), await signals()];
    let heard = 0;
    to.subscribe("notifications", "7", () => heard++);
    from.publish("notifications", ["7"]);
    await expect.poll(() => heard).toBe(1);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'bbux signals' and datname = current_database()`.execute(database.ownerDb);
    // Signals sent in the meantime are lost, and nothing breaks.
    from.publish("notifications", ["7"]);
    await expect
      .poll(
        () => {
          from.publish("notifications", ["7"]);
          return heard;
        },
        { interval: 250 },
      )
      .toBeGreaterThan(1);
  });

  it("keep working locally without a carrier", async () => {
    const alone = await signals();
    await alone.close();
    let heard = 0;
    alone.subscribe("notifications", "7", () => heard++);
    alone.publish("notifications", ["7"]);
    expect(heard).toBe(1);
  });
});
