import type { ChatMessage } from "@bbux/contract";
import { sameDay } from "../../lib/days.ts";
import type { Outgoing, RoomState } from "./roomState.ts";

/** Messages of one author within this time share a name. */
const GROUP_MS = 5 * 60_000;

interface RowBase {
  readonly key: string;
  /** A date above the row: the first moment of the day as the message has it. */
  readonly day: string | null;
  /** The unread line above the row. */
  readonly marked: boolean;
  /** Whether the row shows name and picture; otherwise it belongs to the message above. */
  readonly head: boolean;
}

export type Row =
  | (RowBase & { readonly kind: "message"; readonly message: ChatMessage })
  | (RowBase & { readonly kind: "outgoing"; readonly outgoing: Outgoing });

/**
 * Returns a row for each message, with the date, unread line and name above it. These are part of the row, so that
 * older messages added above leave other rows in place.
 */
export function rowsOf(state: RoomState, me: string): Row[] {
  const rows: Row[] = [];
  let before: { authorId: string; createdAt: string } | null = null;
  let marked = false;
  const add = (authorId: string, createdAt: string) => {
    const isNew = state.marker !== null && authorId !== me && createdAt > state.marker;
    // Earlier messages may be unread too, so the line belongs further up.
    const mark = !marked && isNew && (before !== null || state.reachedStart);
    marked ||= isNew;
    const day = before && sameDay(before.createdAt, createdAt) ? null : createdAt;
    const close = before?.authorId === authorId && Date.parse(createdAt) - Date.parse(before.createdAt) < GROUP_MS;
    before = { authorId, createdAt };
    return { day, marked: mark, head: !close || mark || day !== null };
  };
  for (const message of state.messages) {
    rows.push({ kind: "message", key: message.id, message, ...add(message.author.id, message.createdAt) });
  }
  for (const outgoing of state.outgoing) {
    rows.push({ kind: "outgoing", key: outgoing.key, outgoing, ...add(me, outgoing.createdAt) });
  }
  return rows;
}
