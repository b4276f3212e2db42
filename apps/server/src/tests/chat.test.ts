import { CHAT, LIMITS, RATE_LIMITS } from "@bbux/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { changes, edit, GIF, post, ROOM, read, remove, roomOf, say } from "./chat.support.ts";
import { call, type Method, ok, refused, refusesField, tally } from "./support.ts";

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

describe("rooms", () => {
  it("are three, global-chat first, with nothing joined or unread [M7.40]", async () => {
    const { rooms } = ok(await call(t, "GET", "/chat", { as: ada }));
    expect(rooms.map(({ id }: { id: string }) => id)).toEqual(["global-chat", "help", "governance"]);
    expect(rooms[0]).toMatchObject({ name: "Global chat", joined: false, unread: 0, lastReadAt: null });
  });

  it("are joined with an empty body, again with the same response, and count unread messages from then on [C7.53 M7.43]", async () => {
    await say(t, bob, "Before");
    const join = () => call(t, "POST", `/chat/${ROOM}/join`, { as: ada });
    const { success, room } = ok(await join());
    expect([success, room]).toEqual([true, expect.objectContaining({ id: ROOM, joined: true, unread: 0 })]);
    await say(t, bob, "One");
    await say(t, ada, "Mine");
    const two = await say(t, bob, "Two");
    expect((await roomOf(t, ada)).unread).toBe(1);
    expect(ok(await join()).room.unread).toBe(1);
    const url = `/chat/${ROOM}/messages/${two.id}/read`;
    expect(ok(await call(t, "POST", url, { as: ada })).room).toMatchObject({ unread: 0, lastReadAt: two.createdAt });
  });

  it("count unread messages except the member's own and removed ones, up to 99, and reading older ones never raises the count", async () => {
    ok(await call(t, "POST", `/chat/${ROOM}/join`, { as: cleo }));
    const [one, two, three] = [await say(t, ada, "1"), await say(t, bob, "2"), await say(t, ada, "3")];
    expect((await roomOf(t, cleo)).unread).toBe(3);
    ok(await remove(t, bob, two));
    expect((await roomOf(t, cleo)).unread).toBe(2);
    const readTo = async (id: string) =>
      ok(await call(t, "POST", `/chat/${ROOM}/messages/${id}/read`, { as: cleo })).room;
    expect(await readTo(three.id)).toMatchObject({ unread: 0, lastReadAt: three.createdAt });
    expect(await readTo(one.id)).toMatchObject({ unread: 0, lastReadAt: three.createdAt });
    for (let i = 0; i < CHAT.unread + 6; i++) await say(t, ada, `more ${i}`);
    expect((await roomOf(t, cleo)).unread).toBe(CHAT.unread);
    expect((await roomOf(t, ada)).unread).toBe(0);
  });

  it("are refused if the name doesn't exist, and don't contain another room's messages", async () => {
    const { id } = await say(t, ada, "Here");
    const calls: [Method, string, object?][] = [
      ["POST", "/chat/nowhere/join"],
      ["GET", "/chat/nowhere/messages"],
      ["GET", "/chat/nowhere/changes?since=0"],
      ["POST", "/chat/nowhere/messages", { content: "Hi" }],
      ["POST", `/chat/help/messages/${id}/read`],
      ["GET", `/chat/help/messages/${id}`],
      ["GET", `/chat/nowhere/messages/${id}`],
      ["GET", `/chat/${ROOM}/messages/abc`],
      ["GET", `/chat/${ROOM}/messages/99999999999999999999`],
      ["PUT", `/chat/help/messages/${id}`, { content: "There" }],
      ["DELETE", `/chat/help/messages/${id}`],
      ["PUT", `/chat/${ROOM}/messages/999999999`, { content: "There" }],
      ["DELETE", `/chat/${ROOM}/messages/abc`],
    ];
    for (const [method, path, body] of calls) {
      refused(await call(t, method, path, { as: ada, ...(body && { body }) }), 404, "NOT_FOUND");
    }
  });

  it("are closed to visitors, whatever they request, and to suspended members [M6.13]", async () => {
    const gone = await t.member("suspended_one");
    const { ownerDb } = t.database;
    await ownerDb.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", gone.id).execute();
    const calls: [Method, string, object?][] = [
      ["GET", "/chat"],
      ["POST", `/chat/${ROOM}/join`],
      ["GET", `/chat/${ROOM}/messages`],
      ["GET", `/chat/${ROOM}/messages/1`],
      ["GET", `/chat/${ROOM}/changes?since=0`],
      ["POST", `/chat/${ROOM}/messages`, { content: "Hi" }],
      ["PUT", `/chat/${ROOM}/messages/1`, { content: "Hi" }],
      ["DELETE", `/chat/${ROOM}/messages/1`],
      ["POST", `/chat/${ROOM}/messages/1/read`],
    ];
    for (const [method, path, body] of calls) {
      refused(await call(t, method, path, { ...(body && { body }) }), 401, "UNAUTHENTICATED");
      refused(await call(t, method, path, { as: gone, ...(body && { body }) }), 403, "ACCOUNT_SUSPENDED");
    }
  });
});

describe("sending", () => {
  it("returns the message with all its fields, trimmed, and joins the room [C3.27 C5.36 C7.57 M7.42]", async () => {
    const sent = ok(await post(t, ada, { content: "  Good **morning**!\n ", messageType: "TEXT" }));
    expect(sent).toEqual({
      success: true,
      message: {
        id: expect.stringMatching(/^\d+$/),
        roomId: ROOM,
        content: "Good **morning**!",
        messageType: "TEXT",
        type: "TEXT",
        gifUrl: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        editedAt: null,
        deleted: false,
        author: { id: ada.id, username: "ada", profilePicture: null },
      },
    });
    expect((await read(t, bob)).messages).toEqual([sent.message]);
    expect(await roomOf(t, ada)).toMatchObject({ joined: true, lastReadAt: sent.message.createdAt });
  });

  it("refuses empty text and accepts up to 1,000 characters [C5.36]", async () => {
    for (const body of [{}, { content: "" }, { content: " \n\t " }, { content: null }]) {
      refusesField(await post(t, ada, body), "content");
    }
    const longest = "é".repeat(1_000);
    expect(ok(await post(t, ada, { content: ` ${longest} ` })).message.content).toBe(longest);
    refusesField(await post(t, ada, { content: `${longest}x` }), "content");
    expect((await read(t, bob)).messages.length).toBe(1);
  });

  it("accepts a GIF as an address or in its message format, and stores the latter [M7.42]", async () => {
    const form = `[GIF: Well done](${GIF})`;
    for (const body of [
      { content: "Well done", type: "GIF", gifUrl: GIF },
      { content: "Well [done]()", messageType: "GIF", gifUrl: GIF },
      { content: "Well done", gifUrl: GIF },
      { content: form, messageType: "TEXT" },
      { content: form },
      { content: form, gifUrl: GIF },
    ]) {
      const { message } = ok(await post(t, ada, body));
      expect(message).toMatchObject({ content: form, messageType: "GIF", type: "GIF", gifUrl: GIF });
    }
    expect(ok(await post(t, ada, { gifUrl: GIF })).message.content).toBe(`[GIF: GIF](${GIF})`);
    const long = ok(await post(t, ada, { content: `${"a".repeat(199)}😀`, gifUrl: GIF })).message;
    expect(long).toMatchObject({ content: `[GIF: ${"a".repeat(199)}](${GIF})`, gifUrl: GIF });
  });

  it("refuses images from any other host, and mismatched types", async () => {
    for (const gifUrl of [
      "https://evil.example/x.gif",
      "http://media1.giphy.com/x.gif",
      "https://media1.giphy.com.evil.example/x.gif",
      "https://media1.giphy.com@evil.example/x.gif",
      "https://media1.giphy.com:8443/x.gif",
      "https://169.254.169.254/latest/meta-data",
      "https://[::1]/x.gif",
      "javascript:alert(1)",
      "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
      "//media1.giphy.com/x.gif",
      "https://media1.giphy.com/x.gif)[x](javascript:alert(1)",
      "",
    ]) {
      refusesField(await post(t, ada, { content: "x", type: "GIF", gifUrl }), "gifUrl");
    }
    refusesField(await post(t, ada, { content: "x", type: "GIF" }), "gifUrl");
    refusesField(await post(t, ada, { content: "x", messageType: "TEXT", gifUrl: GIF }), "gifUrl");
    refusesField(await post(t, ada, { content: `[GIF: a](${GIF})`, gifUrl: `${GIF}2` }), "gifUrl");
    refusesField(await post(t, ada, { content: "x", type: "TEXT", messageType: "GIF", gifUrl: GIF }), "type");
    refusesField(await post(t, ada, { content: "x", messageType: "VIDEO" }), "messageType");
  });

  it("treats text that only resembles a GIF as plain text", async () => {
    for (const content of [
      "[GIF: x](javascript:alert(1))",
      "[GIF: x](https://evil.example/x.gif)",
      "[GIF: x](https://169.254.169.254/x.gif)",
      "<img src=x onerror=alert(1)>",
      `look: [GIF: x](${GIF})`,
    ]) {
      expect(await say(t, ada, content)).toMatchObject({ content, messageType: "TEXT", gifUrl: null });
    }
  });

  it("is limited per member; edits count, and other members aren't affected", async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: "on" } });
    try {
      const [one, other] = [await limited.member("one"), await limited.member("other")];
      const first = await say(limited, one, "0");
      ok(await edit(limited, one, first, "0!"));
      const answers = [];
      for (let i = 2; i < RATE_LIMITS.message.minute + 3; i++) answers.push(await post(limited, one, { content: "x" }));
      expect(tally(answers)).toEqual({ 200: RATE_LIMITS.message.minute - 2, 429: 3 });
      const refusal = await edit(limited, one, first, "again");
      refused(refusal, 429, "RATE_LIMITED");
      expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
      ok(await post(limited, other, { content: "x" }));
      // Invalid messages don't count, and reading still works.
      refusesField(await post(limited, other, { content: "" }), "content");
      await read(limited, one);
    } finally {
      await limited.close();
    }
  });
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
