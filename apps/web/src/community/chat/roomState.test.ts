import type { ChatMessage } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import {
  compareCursors,
  NO_ROOM,
  type Outgoing,
  type RoomState,
  withAnswer,
  withChanges,
  withLatest,
  withOlder,
} from "./roomState.ts";

const ME = "1";
/** The time this many seconds into a day. */
const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second)).toISOString();

function message(id: number, fields: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: String(id),
    roomId: "global-chat",
    content: `message ${id}`,
    messageType: "TEXT",
    type: "TEXT",
    gifUrl: null,
    createdAt: at(id),
    editedAt: null,
    deleted: false,
    author: { id: "2", username: "ada", profilePicture: null },
    ...fields,
  };
}

const mine = (id: number, content: string) =>
  message(id, { content, author: { id: ME, username: "me", profilePicture: null } });
const ids = (state: RoomState) => state.messages.map(({ id }) => Number(id));
const seen = { seen: true, me: ME };
const unseen = { seen: false, me: ME };

function room(from: number, to: number, fields: Partial<RoomState> = {}): RoomState {
  const messages = Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
  return { ...NO_ROOM, messages, cursor: String(to), ...fields };
}

describe("a change", () => {
  it("is applied in place: new, edited, removed or restored", () => {
    const changes = [
      message(4, { deleted: true, content: "" }),
      message(5, { content: "better" }),
      message(9),
      message(8),
    ];
    const next = withChanges(room(3, 7), { messages: changes, cursor: "11" }, seen);
    expect(ids(next)).toEqual([3, 5, 6, 7, 8, 9]);
    expect([next.messages[1]?.content, next.cursor]).toEqual(["better", "11"]);
    expect(ids(withChanges(next, { messages: [message(4)], cursor: "12" }, seen))).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });

  it("is applied once, however often it arrives, and never after a later one", () => {
    const later = withChanges(room(1, 2), { messages: [message(2, { content: "second edit" })], cursor: "9" }, seen);
    expect(withChanges(later, { messages: [message(2, { content: "first edit" })], cursor: "8" }, seen)).toBe(later);
    expect(withChanges(later, { messages: [message(3)], cursor: "9" }, seen)).toBe(later);
  });

  it("to an older, unknown message waits for its page, unless the room's beginning is known", () => {
    expect(ids(withChanges(room(5, 6), { messages: [message(2)], cursor: "9" }, seen))).toEqual([5, 6]);
    const whole = room(5, 6, { reachedStart: true });
    expect(ids(withChanges(whole, { messages: [message(2)], cursor: "9" }, seen))).toEqual([2, 5, 6]);
  });

  it("is ordered by numeric time", () => {
    expect(compareCursors("10", "9")).toBe(1);
    expect(compareCursors("123456789012345678", "123456789012345677")).toBe(1);
    expect(compareCursors("7", "7")).toBe(0);
  });
});

describe("unseen messages", () => {
  it("begin at the unread line and are counted, except the reader's own", () => {
    const first = withChanges(room(1, 2), { messages: [mine(3, "mine"), message(4)], cursor: "4" }, unseen);
    const second = withChanges(first, { messages: [message(5)], cursor: "5" }, unseen);
    expect([second.marker, second.fresh]).toEqual([at(2), 2]);
  });

  it("don't exist while the reader is looking", () => {
    const next = withChanges(room(1, 2), { messages: [message(3)], cursor: "3" }, seen);
    expect([next.marker, next.fresh]).toEqual([null, 0]);
  });

  it("begin after the last read message when the room is opened", () => {
    const page = { messages: [message(1), message(2), mine(3, "mine")], cursor: "3" };
    const open = (readUpTo: string | null) => withLatest(NO_ROOM, page, { limit: 30, readUpTo, me: ME });
    expect(open(at(1)).marker).toBe(at(1));
    // A member's own messages are never unread, and neither is anything in a room they have just joined.
    expect(open(at(2)).marker).toBeNull();
    expect(open(null).marker).toBeNull();
    expect(open(null).reachedStart).toBe(true);
    expect(withLatest(NO_ROOM, page, { limit: 3, readUpTo: null, me: ME }).reachedStart).toBe(false);
  });
});

describe("older pages", () => {
  it("precede the known messages without duplicates, and end at the beginning of the room", () => {
    const page = [message(1), message(2), message(3)];
    const next = withOlder(room(3, 4), page, { limit: 3, changes: [] });
    expect(ids(next)).toEqual([1, 2, 3, 4]);
    const end = withOlder(next, [], { limit: 3, changes: [] });
    expect([next.reachedStart, end.reachedStart]).toEqual([false, true]);
  });

  it("include changes that arrived while they were loading, so removed messages stay removed", () => {
    const page = [message(1), message(2), message(3)];
    const changes = [message(2, { deleted: true, content: "" }), message(3, { content: "as meant" })];
    const next = withOlder(room(4, 5), page, { limit: 3, changes });
    expect(next.messages.map(({ content }) => content)).toEqual(["message 1", "as meant", "message 4", "message 5"]);
  });
});

describe("a message that is being sent", () => {
  const outgoing = (content: string, failure: string | null = null): Outgoing => ({
    key: content,
    content,
    messageType: "TEXT",
    createdAt: at(9),
    failure,
  });

  it("is listed once, whether its event or the response arrives first", () => {
    const state = room(1, 2, { outgoing: [outgoing("hello"), outgoing("world")] });
    const told = withChanges(state, { messages: [mine(3, "hello")], cursor: "3" }, seen);
    expect(told.outgoing.map(({ content }) => content)).toEqual(["world"]);
    expect(ids(withAnswer(told, mine(3, "hello")))).toEqual([1, 2, 3]);
  });

  it("stays when sending failed or when another member wrote the same", () => {
    const state = room(1, 2, { outgoing: [outgoing("hello", "Network error"), outgoing("hi")] });
    const messages = [mine(3, "hello"), message(4, { content: "hi" })];
    expect(withChanges(state, { messages, cursor: "4" }, seen).outgoing).toHaveLength(2);
  });
});
