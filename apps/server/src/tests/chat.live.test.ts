import type { AppRouter } from "@bbux/api/router";
import { createTRPCClient, httpSubscriptionLink } from "@trpc/client";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { eventSourceOf } from "./chat.eventsource.ts";
import { edit, type Listener, listen, read, remove, say } from "./chat.support.ts";
import { browser, call, ok } from "./support.ts";

let t: TestApp;
let origin: string;
let ada: TestMember;
let bob: TestMember;
let cleo: TestMember;
beforeAll(async () => {
  // Rooms are polled when a test says so: what arrives otherwise was signaled.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  t = await createTestApp();
  [ada, bob, cleo] = [await t.member("ada"), await t.member("bob"), await t.member("cleo")];
  origin = await t.listen();
});
afterAll(async () => {
  vi.useRealTimers();
  await t.close();
});
const pollRooms = () => vi.advanceTimersByTime(2_000);

const opened: Listener[] = [];
afterEach(() => {
  for (const listener of opened.splice(0)) listener.close();
});
async function open(as: TestMember, how: Parameters<typeof listen>[2] = {}): Promise<Listener> {
  const listener = await listen(origin, as.headers, how);
  opened.push(listener);
  return listener;
}
const said = (listener: Listener) => listener.messages().map(({ content }) => content);
const soon = (listener: Listener) => expect.poll(() => said(listener));

describe("chat.live", () => {
  it("sends the room's current position immediately, then every message to everyone, each with its cursor", async () => {
    await say(t, ada, "before");
    const { cursor } = await read(t, ada);
    const listeners = [await open(bob), await open(cleo), await open(cleo)];
    for (const { status, events } of listeners) {
      expect([status, events[0], events[1]]).toEqual([
        200,
        { event: "connected", id: null, data: { reconnectAfterInactivityMs: 40_000 } },
        { event: "message", id: cursor, data: { messages: [], cursor } },
      ]);
    }
    const sent = [await say(t, ada, "one"), await say(t, bob, "two"), await say(t, cleo, "three")];
    for (const listener of listeners) {
      await soon(listener).toEqual(["one", "two", "three"]);
      expect(listener.messages()).toEqual(sent);
      expect(listener.cursor()).toBe(String(Number(cursor) + 3));
    }
  });

  it("sends edits, and removals without the removed text", async () => {
    const listener = await open(bob);
    const message = await say(t, ada, "a secret");
    await soon(listener).toEqual(["a secret"]);
    ok(await edit(t, ada, message, "no secret"));
    await soon(listener).toEqual(["a secret", "no secret"]);
    ok(await remove(t, ada, message));
    await soon(listener).toEqual(["a secret", "no secret", ""]);
    expect(listener.messages().at(-1)).toMatchObject({ id: message.id, deleted: true });
  });

  it("keeps rooms separate", async () => {
    const [here, there] = [await open(bob), await open(bob, { input: { roomId: "help" } })];
    await say(t, ada, "help!", "help");
    await soon(there).toEqual(["help!"]);
    await say(t, ada, "all");
    await soon(here).toEqual(["all"]);
    expect(said(there)).toEqual(["help!"]);
  });

  it("resumes a broken stream after its last event, which takes precedence over the page's starting point", async () => {
    const { cursor } = await read(t, ada);
    const first = await open(bob);
    await say(t, ada, "one");
    await soon(first).toEqual(["one"]);
    const last = first.cursor() ?? "";
    first.close();
    await say(t, ada, "two");
    await say(t, ada, "three");
    expect(said(await open(bob, { input: { roomId: "global-chat", since: cursor } }))).toEqual(["one", "two", "three"]);
    const again = { input: { roomId: "global-chat", since: cursor }, lastEventId: last };
    expect(said(await open(bob, again))).toEqual(["two", "three"]);
    expect(said(await open(bob, { input: { roomId: "global-chat", lastEventId: last } }))).toEqual(["two", "three"]);
  });

  it("sends everything in order, each once, to a client that missed more than the buffer holds, while more is being sent", async () => {
    const { cursor } = await read(t, ada);
    const keeper = await open(bob);
    await sql`
      with r as (update chat_rooms set version = version + 620, last_at = last_at + interval '1 second'
        where slug = 'global-chat' returning *)
      insert into chat_messages (room_id, author_id, message_type, content, version, created_at)
      select r.id, ${ada.id}, 'TEXT', 'long ' || n, r.version - 619 + n, r.last_at + (n - 619) * interval '1 millisecond'
      from r, generate_series(0, 619) n`.execute(t.database.ownerDb);
    const sent = Array.from({ length: 620 }, (_, i) => `long ${i}`);
    pollRooms();
    await expect.poll(() => keeper.messages().length).toBe(620);
    const late = open(cleo, { input: { roomId: "global-chat", since: cursor } });
    for (let i = 620; i < 640; i++) sent.push((await say(t, ada, `long ${i}`)).content);
    const listener = await late;
    await expect.poll(() => listener.messages().length).toBe(640);
    expect(said(listener)).toEqual(sent);
  });

  it("sends a returning client the current state: nothing that was removed, hidden, or edited away", async () => {
    const { cursor } = await read(t, ada);
    const keeper = await open(cleo);
    const [gone, better] = [await say(t, ada, "a secret"), await say(t, ada, "a slip")];
    await soon(keeper).toEqual(["a secret", "a slip"]);
    ok(await remove(t, ada, gone));
    ok(await edit(t, ada, better, "as meant"));
    await soon(keeper).toEqual(["a secret", "a slip", "", "as meant"]);
    const back = await open(bob, { input: { roomId: "global-chat", since: cursor } });
    expect(said(back)).toEqual(["", "as meant"]);
    expect(back.cursor()).toBe(keeper.cursor());
  });

  it("sends nothing twice to a client that read ahead once the others have caught up", async () => {
    const { cursor } = await read(t, ada);
    await say(t, ada, "before anybody listens");
    const keeper = await open(bob);
    const deaf = vi.spyOn(t.services.signals, "publish").mockImplementation(() => undefined);
    await say(t, ada, "unheard");
    const ahead = await open(cleo, { input: { roomId: "global-chat", since: cursor } });
    deaf.mockRestore();
    expect(said(ahead)).toEqual(["before anybody listens", "unheard"]);
    pollRooms();
    await soon(keeper).toEqual(["unheard"]);
    await say(t, ada, "heard");
    await soon(ahead).toEqual(["before anybody listens", "unheard", "heard"]);
  });

  it("starts at the present if the room hasn't reached the client's position", async () => {
    const listener = await open(bob, { input: { roomId: "global-chat", since: "999999999999" } });
    expect(listener.cursor()).toBe((await read(t, ada)).cursor);
    await say(t, ada, "hello");
    await soon(listener).toEqual(["hello"]);
  });

  it("reads each change once for all listeners, and nothing if there are none", async () => {
    const queries = vi.spyOn(t.database.db, "executeQuery");
    const reads = () =>
      queries.mock.calls.filter(([query]) => "sql" in query && query.sql.includes("m.version >")).length;
    try {
      const listeners = await Promise.all(Array.from({ length: 15 }, () => open(bob)));
      const before = reads();
      for (let i = 0; i < 10; i++) {
        await say(t, ada, `once ${i}`);
        for (const listener of listeners) await expect.poll(() => said(listener).at(-1)).toBe(`once ${i}`);
      }
      expect(reads() - before).toBe(10);
      for (const listener of listeners) listener.close();
      await expect.poll(() => vi.getTimerCount()).toBe(0);
      const idle = reads();
      await say(t, ada, "to nobody");
      await say(t, ada, "again");
      expect(reads()).toBe(idle);
    } finally {
      queries.mockRestore();
    }
  });

  it("picks up a change within about two seconds even if its signal was lost", async () => {
    const listener = await open(bob);
    const deaf = vi.spyOn(t.services.signals, "publish").mockImplementation(() => undefined);
    await say(t, ada, "unheard");
    deaf.mockRestore();
    pollRooms();
    await soon(listener).toEqual(["unheard"]);
  });

  it("ends when its session signs out and when the member is suspended, while others go on", async () => {
    const tab = await browser(t, cleo);
    const mine = await listen(origin, tab);
    const other = await open(cleo);
    opened.push(mine);
    ok(await call(t, "POST", "/auth/logout", { headers: { ...tab, origin: "http://bbux.test" } }));
    await expect.poll(() => mine.ended()).toBe(true);
    const member = await t.member("to_suspend");
    const stream = await open(member);
    const { ownerDb } = t.database;
    await ownerDb.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", member.id).execute();
    t.services.signals.publish("notifications", [member.id]);
    await expect.poll(() => stream.ended()).toBe(true);
    const again = await open(member);
    expect([again.status, JSON.parse(await again.body()).error.data.code]).toEqual([403, "ACCOUNT_SUSPENDED"]);
    expect(other.ended()).toBe(false);
    await say(t, ada, "still there");
    await soon(other).toEqual(["still there"]);
  });

  it("is closed to visitors, and refuses unknown rooms and invalid input in the stream's format [M6.13]", async () => {
    const visitor = await listen(origin, {});
    expect([visitor.status, JSON.parse(await visitor.body()).error.data.code]).toEqual([401, "UNAUTHENTICATED"]);
    const refusal = async (input: unknown) => {
      const { events } = await open(bob, { input });
      expect(events.map(({ event }) => event)).toEqual(["connected", "serialized-error"]);
      return events[1]?.data;
    };
    expect(await refusal({ roomId: "nowhere" })).toMatchObject({ data: { code: "NOT_FOUND", httpStatus: 404 } });
    for (const input of [null, {}, { roomId: 1 }, { roomId: "global-chat", since: "x" }]) {
      expect(await refusal(input)).toMatchObject({ data: { code: "VALIDATION_ERROR", httpStatus: 422 } });
    }
    const unreadable = await fetch(`${origin}/api/trpc/chat.live?input=%7B`, { headers: bob.headers });
    expect(unreadable.status).toBe(400);
  });

  it("works with tRPC's own client, which reconnects after a break and misses nothing", async () => {
    const told: string[] = [];
    const ids: string[] = [];
    const { EventSource, breakAll } = eventSourceOf(bob.headers);
    const link = httpSubscriptionLink({ url: `${origin}/api/trpc`, EventSource });
    const client = createTRPCClient<AppRouter>({ links: [link] });
    let started = false;
    const subscription = client.chat.live.subscribe(
      { roomId: "global-chat" },
      {
        onData: ({ id, data }) => {
          started = true;
          ids.push(id);
          told.push(...data.messages.map(({ content }) => content));
        },
      },
    );
    await expect.poll(() => started).toBe(true);
    await say(t, ada, "first");
    await expect.poll(() => told).toEqual(["first"]);
    breakAll();
    await say(t, ada, "meanwhile");
    await expect.poll(() => told).toEqual(["first", "meanwhile"]);
    await say(t, ada, "after");
    await expect.poll(() => told).toEqual(["first", "meanwhile", "after"]);
    expect(ids).toEqual([...ids].sort((a, b) => Number(a) - Number(b)));
    subscription.unsubscribe();
  });
});
