import type { ChatMessage } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { changes, edit, GIF, type Listener, listen, post, ROOM, read, remove, roomOf, say } from "./chat.support.ts";
import {
  appeal,
  type Court,
  createCourt,
  decide,
  flag,
  hidden,
  moderate,
  REASON,
  thing,
} from "./moderation.support.ts";
import { newsOf, readAll, wordsOf } from "./notifications.support.ts";
import { call, ok, refused, tally } from "./support.ts";

let court: Court;
const listeners: Listener[] = [];
beforeAll(async () => {
  court = await createCourt();
});
afterAll(async () => {
  for (const listener of listeners) listener.close();
  await court.stop();
});

const on = ({ id }: ChatMessage) => thing("message", id);
const pointsOf = async (as: TestMember): Promise<number> =>
  ok(await call(court.t, "GET", "/auth/me", { as })).user.reputationPoints;

describe("a moderated message", () => {
  it("can be flagged once by each member, and appears in the queue with its room and position", async () => {
    const { t, helper, reader, mona } = court;
    const message = await say(t, helper, "Buy my course");
    refused(await flag(t, helper, on(message)), 403, "OWN_CONTENT");
    ok(await flag(t, reader, on(message)));
    refused(await flag(t, reader, on(message)), 409, "ALREADY_FLAGGED");
    refused(await flag(t, reader, thing("message", "999999999")), 404, "NOT_FOUND");
    const { cases } = ok(await call(t, "GET", "/moderation/flags", { as: mona }));
    expect(cases.find((one: { target: { id: string } }) => one.target.id === message.id)).toMatchObject({
      flagCount: 1,
      target: {
        type: "message",
        title: "Global chat",
        content: "Buy my course",
        authorUsername: "helper",
        state: "VISIBLE",
        url: `/chat/${ROOM}?at=${message.id}`,
      },
    });
    ok(await moderate(t, mona, "dismiss", on(message)));
  });

  it("is hidden from every reader immediately and restored in its place; its author loses points and gets them back", async () => {
    const { t, helper, reader, mona } = court;
    const [before, message, after] = [
      await say(t, reader, "one"),
      await say(t, helper, "two"),
      await say(t, reader, "three"),
    ];
    const { cursor } = await read(t, reader);
    const listener = await listen(await t.listen(), reader.headers);
    listeners.push(listener);
    const [points] = [await pointsOf(helper)];
    ok(await flag(t, reader, on(message)));
    await hidden(t, mona, on(message));
    expect((await read(t, reader)).messages.slice(-2)).toEqual([before, after]);
    const { details } = await t.database.db
      .selectFrom("audit_log")
      .select("details")
      .where("target_id", "=", message.id)
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ room: ROOM, post: null });
    const gone = { ...message, content: "", deleted: true };
    expect((await changes(t, reader, cursor)).messages).toEqual([gone]);
    await expect.poll(() => listener.messages()).toEqual([gone]);
    for (const attempt of [edit(t, helper, message, "x"), remove(t, helper, message), flag(t, reader, on(message))]) {
      refused(await attempt, 404, "NOT_FOUND");
    }
    expect(await pointsOf(helper)).toBeLessThan(points);
    ok(await moderate(t, mona, "restore", on(message)));
    expect((await read(t, reader)).messages.slice(-3)).toEqual([before, message, after]);
    await expect.poll(() => listener.messages()).toEqual([gone, message]);
    expect(await pointsOf(helper)).toBe(points);
    expect(await wordsOf(t, helper)).toEqual(
      expect.arrayContaining([
        `moderation: Your message in “Global chat” is hidden: ${REASON}`,
        `moderation: Your message in “Global chat” is visible again: ${REASON}`,
      ]),
    );
    const [restored] = await newsOf(t, helper);
    expect(restored?.navigation?.url).toBe(`/chat/${ROOM}?at=${message.id}`);
  });

  it("is listed among its author's hidden content, can be appealed, and is back once another moderator grants it", async () => {
    const { t, helper, mona, milo } = court;
    const message = await say(t, helper, "It was a joke");
    const id = await hidden(t, mona, on(message), { abuse: true });
    const { items } = ok(await call(t, "GET", "/moderation/hidden", { as: helper }));
    expect(items[0]).toMatchObject({
      targetType: "message",
      title: "Global chat",
      content: "It was a joke",
      mayAppeal: true,
    });
    ok(await appeal(t, helper, id));
    refused(await decide(t, mona, id, "grant"), 403, "OWN_DECISION");
    ok(await decide(t, milo, id, "grant"));
    expect((await read(t, helper)).messages.at(-1)).toEqual(message);
  });

  it("has one outcome if its author removes it while moderators hide it, and the room's order holds", async () => {
    const { t, helper, reader, mona, milo } = court;
    for (let round = 0; round < 8; round++) {
      const { cursor } = await read(t, reader);
      const message = await say(t, helper, `round ${round}`);
      const answers = await Promise.all([
        moderate(t, mona, "hide", on(message)),
        remove(t, helper, message),
        moderate(t, milo, "hide", on(message)),
        say(t, reader, "meanwhile").then(() => remove(t, helper, message)),
        flag(t, reader, on(message)),
      ]);
      expect(
        answers.slice(0, 4).filter(({ statusCode }) => statusCode === 200).length,
        JSON.stringify(tally(answers)),
      ).toBe(1);
      for (const { statusCode } of answers) expect([200, 404, 409]).toContain(statusCode);
      const { messages, cursor: last } = await changes(t, reader, cursor);
      expect(messages.map(({ deleted }) => deleted).sort()).toEqual([false, true]);
      expect(Number(last) - Number(cursor)).toBe(3);
    }
  });
});

describe("a mention in the chat", () => {
  it("notifies the named members with a link to the message, and not again after an edit", async () => {
    const { t, helper, reader, asker } = court;
    await readAll(t, helper, reader, asker);
    const first = await say(t, asker, "@helper and @READER, look: `@mona` @asker @nobody_here");
    for (const member of [helper, reader]) {
      const [news] = await newsOf(t, member);
      expect(news).toMatchObject({
        kind: "mention",
        read: false,
        message: "asker mentioned you in “Global chat”",
        navigation: { url: `/chat/${ROOM}?at=${first.id}` },
      });
    }
    expect((await newsOf(t, asker, "?read=false")).length).toBe(0);
    expect((await newsOf(t, court.mona)).filter(({ kind }) => kind === "mention")).toEqual([]);
    await readAll(t, helper);
    ok(await edit(t, asker, first, "@helper, look again"));
    expect((await newsOf(t, helper, "?read=false")).length).toBe(0);
    // Those of one room are bundled into one line, which links to the latest.
    await say(t, asker, "@helper one");
    const last = await say(t, reader, "@helper two");
    const lines = await newsOf(t, helper, "?read=false");
    expect(lines).toEqual([
      expect.objectContaining({
        message: "reader and asker mentioned you in “Global chat”",
        navigation: { url: `/chat/${ROOM}?at=${last.id}` },
      }),
    ]);
  });

  it("doesn't count in the title of a GIF or in a refused message", async () => {
    const { t, helper, asker } = court;
    await readAll(t, helper);
    ok(await post(t, asker, { content: "@helper", gifUrl: GIF }));
    refused(await post(t, asker, { content: "@helper" }, "nowhere"), 404, "NOT_FOUND");
    expect((await newsOf(t, helper, "?read=false")).length).toBe(0);
  });
});

describe("the author of chat messages", () => {
  it("finds them in the account export, including removed ones", async () => {
    const { t } = court;
    const member = await t.member("exporter");
    const [kept, gone] = [await say(t, member, "kept"), await say(t, member, "gone", "help")];
    ok(await remove(t, member, gone));
    const response = await call(t, "GET", "/profile/export", { as: member });
    const { chatMessages, chatRooms } = ok(response);
    expect(chatMessages).toEqual([
      expect.objectContaining({ id: kept.id, room: ROOM, content: "kept", deleted_at: null }),
      expect.objectContaining({ id: gone.id, room: "help", content: "gone", deleted_at: expect.any(String) }),
    ]);
    expect(chatRooms.map(({ room }: { room: string }) => room)).toEqual([ROOM, "help"]);
  });

  it("leaves them behind under a name that marks a closed account, and leaves the rooms", async () => {
    const { t, reader } = court;
    const member = await t.member("leaver");
    await say(t, member, "goodbye");
    ok(await call(t, "POST", "/auth/delete-account", { as: member, body: { password: member.password } }));
    const last = (await read(t, reader)).messages.at(-1);
    expect(last).toMatchObject({ content: "goodbye", author: { username: `deleted-${member.id}` } });
    const rows = await t.database.db
      .selectFrom("chat_members")
      .select("room_id")
      .where("user_id", "=", member.id)
      .execute();
    expect(rows).toEqual([]);
    expect((await roomOf(t, reader)).joined).toBe(true);
  });
});
