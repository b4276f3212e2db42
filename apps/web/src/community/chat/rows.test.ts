import type { ChatMessage } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { NO_ROOM, type RoomState } from "./roomState.ts";
import { rowsOf } from "./rows.ts";

const ME = "1";
const ADA = { id: "2", username: "ada", profilePicture: null };
const BOB = { id: "3", username: "bob", profilePicture: null };
const base = {
  roomId: "help",
  messageType: "TEXT",
  type: "TEXT",
  gifUrl: null,
  editedAt: null,
  deleted: false,
} as const;

/** The reader's clock, because days begin in the reader's time zone. */
const local = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).toISOString();
const say = (id: number, author: ChatMessage["author"], createdAt: string): ChatMessage => ({
  ...base,
  id: String(id),
  content: "…",
  author,
  createdAt,
});
const room = (messages: ChatMessage[], fields: Partial<RoomState> = {}): RoomState => ({
  ...NO_ROOM,
  cursor: "9",
  reachedStart: true,
  messages,
  ...fields,
});

describe("rows of messages", () => {
  it("share one name while an author writes without a five-minute pause", () => {
    const messages = [
      say(1, ADA, local(1, 10, 0)),
      say(2, ADA, local(1, 10, 4)),
      say(3, BOB, local(1, 10, 5)),
      say(4, ADA, local(1, 10, 6)),
      say(5, ADA, local(1, 10, 12)),
    ];
    expect(rowsOf(room(messages), ME).map(({ head }) => head)).toEqual([true, false, true, true, true]);
  });

  it("show each date once and start a new group with it", () => {
    const messages = [say(1, ADA, local(1, 23, 58)), say(2, ADA, local(2, 0, 1)), say(3, ADA, local(2, 0, 2))];
    expect(rowsOf(room(messages), ME).map(({ day, head }) => [day !== null, head])).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
  });

  it("have the unread line before the first unread message of another member", () => {
    const messages = [
      say(1, ADA, local(1, 10, 0)),
      say(2, { ...BOB, id: ME }, local(1, 10, 1)),
      say(3, ADA, local(1, 10, 2)),
      say(4, ADA, local(1, 10, 3)),
    ];
    const marker = local(1, 10, 0);
    expect(rowsOf(room(messages, { marker }), ME).map(({ marked }) => marked)).toEqual([false, false, true, false]);
    expect(rowsOf(room(messages), ME).some(({ marked }) => marked)).toBe(false);
  });

  it("have no unread line if it belongs further up than the known messages", () => {
    const messages = [say(5, ADA, local(2, 10)), say(6, BOB, local(2, 11))];
    const fields = { marker: local(1, 9), reachedStart: false };
    expect(rowsOf(room(messages, fields), ME).some(({ marked }) => marked)).toBe(false);
    expect(rowsOf(room(messages, { ...fields, reachedStart: true }), ME)[0]?.marked).toBe(true);
  });

  it("end with messages that are being sent, under the member's own name", () => {
    const outgoing = [
      { key: "k", content: "hi", messageType: "TEXT", createdAt: local(1, 10, 1), failure: null } as const,
    ];
    const rows = rowsOf(room([say(1, ADA, local(1, 10))], { outgoing }), ME);
    expect(rows.map(({ kind, head }) => [kind, head])).toEqual([
      ["message", true],
      ["outgoing", true],
    ]);
  });
});
