import type { ChatMessage } from "@bbux/contract";
import { dateText } from "../../locale.ts";
import type { Outgoing, RoomState } from "./room.state.ts";

/** Messages of one author this close together stand under one name. */
const GROUP_MS = 5 * 60_000;

interface RowBase {
  readonly key: string;
  /** A day begins here: its first moment as written in the message. */
  readonly day: string | null;
  /** The line before what is new. */
  readonly marked: boolean;
  /** Whether name and picture stand here; else it belongs to the message above. */
  readonly head: boolean;
}

export type Row =
  | (RowBase & { readonly kind: "message"; readonly message: ChatMessage })
  | (RowBase & { readonly kind: "outgoing"; readonly outgoing: Outgoing });

/**
 * What stands in the list: a row for each message, with the day, the line and the head that it has above it. In the row, not
 * as rows of their own, so that older messages put before it leave every other row where it was.
 */
export function rowsOf(state: RoomState, me: string): Row[] {
  const rows: Row[] = [];
  let before: { authorId: string; createdAt: string } | null = null;
  let marked = false;
  const add = (authorId: string, createdAt: string) => {
    const isNew = state.marker !== null && authorId !== me && createdAt > state.marker;
    // Of what lies before the first message known, some may be new, too: then the line stands further up.
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

/** Whether two moments lie on one day of the reader's. */
export function sameDay(one: string, other: string): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

const DAY_MS = 86_400_000;

/** What a day is called: Today, Yesterday, Friday 3 May, and with its year when that is another one. */
export function dayName(at: string, now: number): string {
  const day = new Date(at);
  const today = new Date(now).toDateString();
  if (day.toDateString() === today) return "Today";
  // Noon, as days of 23 and 25 hours begin and end at night.
  const yesterday = new Date(new Date(now).setHours(12) - DAY_MS).toDateString();
  if (day.toDateString() === yesterday) return "Yesterday";
  const year = day.getFullYear() === new Date(now).getFullYear() ? undefined : ("numeric" as const);
  return dateText(at, { weekday: "long", day: "numeric", month: "long", ...(year && { year }) });
}

/** Hour and minute in the reader's zone. */
export function clockTime(at: string): string {
  return dateText(at, { hour: "2-digit", minute: "2-digit" });
}
