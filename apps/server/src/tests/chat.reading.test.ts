import { CHAT, LIMITS } from "@bbux/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { changes, edit, GIF, post, ROOM, read, remove, say } from "./chat.support.ts";
import { call, ok, refused, refusesField, tally } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
let cleo: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  [ada, bob, cleo] = [await t.member("ada"), await t.member("bob"), await t.member("cleo")];
});
afterAll(() => t.close());
beforeEach(async () => {
  const { ownerDb } = t.database;
  for (const table of ["chat_messages", "chat_members"] as const) await ownerDb.deleteFrom(table).execute();
});

describe("reading", () => {
  it("returns the latest 30 messages, oldest first, or as many as requested [C7.54 C9.11 M7.41]", async () => {
    const sent = [];
    for (let i = 0; i < 35; i++) sent.push((await say(t, i % 2 ? ada : bob, `m${i}`)).content);
    const contents = async (query = {}) => (await read(t, ada, query)).messages.map(({ content }) => content);
    expect(await contents()).toEqual(sent.slice(-30));
    expect(await contents({ limit: "5" })).toEqual(sent.slice(-5));
    for (const limit of ["0", "101", "x", "1.5"]) {
      refusesField(await call(t, "GET", `/chat/${ROOM}/messages?limit=${limit}`, { as: ada }), "limit");
    }
  });

  it("pages backward with `before` and forward with `after`, without gaps or repeats [C7.55 M7.41]", async () => {
    const sent = [];
    for (let i = 0; i < 37; i++) sent.push((await say(t, ada, `m${i}`)).content);
    const back: string[] = [];
    for (let before: string | undefined; ; ) {
      const { messages } = await read(t, bob, { limit: "10", ...(before && { before }) });
      if (messages.length === 0) break;
      back.unshift(...messages.map(({ content }) => content));
      before = messages[0]?.createdAt;
    }
    expect(back).toEqual(sent);
    const forth: string[] = [];
    for (let after = "2020-01-01T00:00:00Z"; ; ) {
      const { messages } = await read(t, bob, { limit: "10", after });
      if (messages.length === 0) break;
      forth.push(...messages.map(({ content }) => content));
      after = messages.at(-1)?.createdAt ?? after;
    }
    expect(forth).toEqual(sent);
  });

  it("refuses invalid times and accepts every valid format", async () => {
    for (const time of ["yesterday", "2026-13-01T00:00:00Z", "1", "2026-01-01", "'; --"]) {
      for (const name of ["before", "after"]) {
        const query = new URLSearchParams({ [name]: time });
        refusesField(await call(t, "GET", `/chat/${ROOM}/messages?${query}`, { as: ada }), name);
      }
    }
    for (const after of ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "2026-01-01T00:00:00+23:59"]) {
      await read(t, ada, { after });
    }
    for (const since of ["x", "-1", "1.5", "1".repeat(19), ""]) {
      refusesField(await call(t, "GET", `/chat/${ROOM}/changes?since=${since}`, { as: ada }), "since");
    }
    expect((await changes(t, ada, "9".repeat(18))).messages).toEqual([]);
  });

  it("loses nothing through `after` and `changes` while many members send, and times are strictly increasing [C7.55]", async () => {
    const { cursor: start } = await read(t, ada);
    let done = false;
    const polls = async (next: (seen: string) => Promise<string[]>) => {
      const all: string[] = [];
      for (let last = false; ; last = done) {
        all.push(...(await next("")));
        if (last) return all;
      }
    };
    let after = "2020-01-01T00:00:00Z";
    let since = start;
    const times: string[] = [];
    const byTime = polls(async () => {
      const { messages } = await read(t, cleo, { after, limit: "100" });
      after = messages.at(-1)?.createdAt ?? after;
      times.push(...messages.map(({ createdAt }) => createdAt));
      return messages.map(({ content }) => content);
    });
    const byCursor = polls(async () => {
      const page = await changes(t, cleo, since);
      since = page.cursor;
      return page.messages.map(({ content }) => content);
    });
    const sent = await Promise.all(
      Array.from({ length: 120 }, (_, i) => say(t, i % 2 ? ada : bob, `m${i}`).then(({ content }) => content)),
    );
    done = true;
    const [one, other] = await Promise.all([byTime, byCursor]);
    expect([...one].sort()).toEqual([...sent].sort());
    expect(other).toEqual(one);
    expect(times).toEqual([...new Set(times)].sort());
  });

  it("keeps the order when a server's clock goes back", async () => {
    const one = await say(t, ada, "one");
    t.travel(-3_600_000);
    const [two, three] = [await say(t, bob, "two"), await say(t, ada, "three")];
    t.travel(3_600_000);
    const step = (a: string, b: string) => Date.parse(b) - Date.parse(a);
    expect([step(one.createdAt, two.createdAt), step(two.createdAt, three.createdAt)]).toEqual([1, 1]);
    expect((await read(t, cleo)).messages.map(({ content }) => content)).toEqual(["one", "two", "three"]);
  });
});

describe("changing", () => {
  it("lets members edit and remove their own messages; lists omit removed ones, and changes report each in its latest state", async () => {
    const { cursor } = await read(t, bob);
    const [one, two, three] = [await say(t, ada, "one"), await say(t, ada, "two"), await say(t, ada, "three")];
    const edited = ok(await edit(t, ada, one, " one! ")).message;
    expect(edited).toEqual({ ...one, content: "one!", editedAt: expect.stringMatching(/Z$/) });
    expect(ok(await remove(t, ada, two)).message).toEqual({ ...two, content: "", deleted: true });
    expect((await read(t, bob)).messages).toEqual([edited, three]);
    expect(ok(await call(t, "GET", `/chat/${ROOM}/messages/${one.id}`, { as: bob })).message).toEqual(edited);
    refused(await call(t, "GET", `/chat/${ROOM}/messages/${two.id}`, { as: bob }), 404, "NOT_FOUND");
    const changed = await changes(t, bob, cursor);
    expect(changed.messages).toEqual([three, edited, { ...two, content: "", deleted: true }]);
    expect(await changes(t, bob, changed.cursor)).toEqual({ success: true, messages: [], cursor: changed.cursor });
    expect(changed.cursor).toBe((await read(t, bob)).cursor);
  });

  it("is reserved for the author while the message exists, and refused attempts cause no events", async () => {
    const message = await say(t, ada, "mine");
    const before = await read(t, bob);
    refused(await edit(t, bob, message, "yours"), 403, "FORBIDDEN");
    refused(await remove(t, bob, message), 403, "FORBIDDEN");
    refusesField(await edit(t, ada, message, " "), "content");
    refusesField(await edit(t, ada, message, "x".repeat(LIMITS.message + 1)), "content");
    expect(await read(t, bob)).toEqual(before);
    ok(await remove(t, ada, message));
    refused(await edit(t, ada, message, "again"), 404, "NOT_FOUND");
    refused(await remove(t, ada, message), 404, "NOT_FOUND");
  });

  it("keeps a GIF as it is and turns no text into one", async () => {
    const { message: gif } = ok(await post(t, ada, { content: "x", gifUrl: GIF }));
    const { error } = refused(await edit(t, ada, gif, "text"), 409, "CONFLICT");
    expect(error).toBe("A GIF cannot be edited. Delete it and send another one.");
    refusesField(await edit(t, ada, await say(t, ada, "text"), `[GIF: x](${GIF})`), "content");
    expect(ok(await remove(t, ada, gif)).message).toMatchObject({ content: "", gifUrl: null, deleted: true });
  });

  it("lets one of twenty concurrent removals succeed", async () => {
    const message = await say(t, ada, "once");
    expect(tally(await Promise.all(Array.from({ length: 20 }, () => remove(t, ada, message))))).toEqual({
      200: 1,
      404: 19,
    });
  });

  it("returns more than a page of changes in pages", async () => {
    const { cursor: start } = await read(t, bob);
    for (let i = 0; i < CHAT.changes + 20; i++) await say(t, ada, `m${i}`);
    const first = await changes(t, bob, start);
    const second = await changes(t, bob, first.cursor);
    expect([first.messages.length, second.messages.length]).toEqual([CHAT.changes, 20]);
    expect(second.messages.at(-1)?.content).toBe(`m${CHAT.changes + 19}`);
    expect(second.cursor).toBe((await read(t, bob)).cursor);
  });
});
