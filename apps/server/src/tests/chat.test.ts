import { CHAT, RATE_LIMITS } from "@bbux/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { edit, GIF, post, ROOM, read, remove, roomOf, say } from "./chat.support.ts";
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
