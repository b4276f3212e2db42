import type { ChatMessage, MessageType } from "@bbux/contract";

/** A message that is being sent or could not be sent. */
export interface Outgoing {
  readonly key: string;
  readonly content: string;
  readonly messageType: MessageType;
  readonly createdAt: string;
  /** Why it was not sent; `null` while it is being sent. */
  readonly failure: string | null;
}

/** The page's state of a room. */
export interface RoomState {
  /** Oldest first, without a gap up to the newest. */
  readonly messages: readonly ChatMessage[];
  /** The time up to which all changes are known; `null` before the first response. */
  readonly cursor: string | null;
  /** Whether the first known message is the room's first. */
  readonly reachedStart: boolean;
  readonly outgoing: readonly Outgoing[];
  /** Messages of others after this time were unseen when they arrived, and the unread line is above them. */
  readonly marker: string | null;
  /** How many messages of others arrived while the end of the list was out of sight. */
  readonly fresh: number;
}

export const NO_ROOM: RoomState = {
  messages: [],
  cursor: null,
  reachedStart: false,
  outgoing: [],
  marker: null,
  fresh: 0,
};

/** The room as it is rendered. */
export interface RoomView extends RoomState {
  readonly failed: unknown;
  readonly loadingOlder: boolean;
  /** Why older messages failed to load. */
  readonly olderFailed: unknown;
  /** Neither the stream nor requests get through. */
  readonly cutOff: boolean;
  /** Whether the end of the list is visible to the reader. */
  readonly seen: boolean;
}

/** The state before the first response. */
export const UNREAD_VIEW: RoomView = {
  ...NO_ROOM,
  failed: null,
  loadingOlder: false,
  olderFailed: null,
  cutOff: false,
  seen: false,
};

export interface PageOfMessages {
  readonly messages: readonly ChatMessage[];
  readonly cursor: string;
}

/** Compares two times in a room: more than 0 when `a` is later. */
export function compareCursors(a: string, b: string): number {
  const difference = BigInt(a) - BigInt(b);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

/** Replaces everything with the newest page. `readUpTo`: createdAt of the last read message. */
export function withLatest(
  state: RoomState,
  { messages, cursor }: PageOfMessages,
  { limit, readUpTo, me }: { limit: number; readUpTo: string | null; me: string },
): RoomState {
  const unread = readUpTo !== null && messages.some((one) => one.author.id !== me && one.createdAt > readUpTo);
  return {
    messages,
    cursor,
    reachedStart: messages.length < limit,
    outgoing: withoutArrived(state.outgoing, messages, me),
    marker: unread ? readUpTo : null,
    fresh: 0,
  };
}

/**
 * Adds an older page before the known messages. `changes`: what arrived while it was loading and may be missing from
 * it.
 */
export function withOlder(
  state: RoomState,
  page: readonly ChatMessage[],
  { limit, changes }: { limit: number; changes: readonly ChatMessage[] },
): RoomState {
  const first = state.messages[0];
  const latest = new Map(changes.map((one) => [one.id, one]));
  const older = page
    .filter((one) => !first || one.createdAt < first.createdAt)
    .map((one) => latest.get(one.id) ?? one)
    .filter(({ deleted }) => !deleted);
  return { ...state, messages: [...older, ...state.messages], reachedStart: page.length < limit };
}

/** Applies changes, each message in its current form. `seen`: whether the end of the list is visible to the reader. */
export function withChanges(
  state: RoomState,
  { messages: changes, cursor }: PageOfMessages,
  { seen, me }: { seen: boolean; me: string },
): RoomState {
  if (state.cursor === null || compareCursors(cursor, state.cursor) <= 0) return state;
  const newest = state.messages.at(-1)?.createdAt ?? "";
  const messages = changes.reduce((known, one) => withMessage(known, one, state.reachedStart), state.messages);
  const arrived = changes.filter((one) => !one.deleted && one.createdAt > newest);
  const others = arrived.filter(({ author }) => author.id !== me).length;
  return {
    ...state,
    messages,
    cursor,
    outgoing: withoutArrived(state.outgoing, arrived, me),
    marker: !seen && others > 0 ? (state.marker ?? newest) : state.marker,
    fresh: seen ? 0 : state.fresh + others,
  };
}

/** Applies one message from the server's response, ahead of its event. */
export function withAnswer(state: RoomState, message: ChatMessage): RoomState {
  return { ...state, messages: withMessage(state.messages, message, true) };
}

function withMessage(
  known: readonly ChatMessage[],
  message: ChatMessage,
  reachedStart: boolean,
): readonly ChatMessage[] {
  const index = known.findIndex(({ id }) => id === message.id);
  if (message.deleted) return index === -1 ? known : known.toSpliced(index, 1);
  if (index !== -1) return known.with(index, message);
  const first = known[0];
  // Older than everything known, so it comes with its page.
  if (first && message.createdAt < first.createdAt && !reachedStart) return known;
  const place = known.findLastIndex(({ createdAt }) => createdAt < message.createdAt) + 1;
  return known.toSpliced(place, 0, message);
}

/** A member's own message may arrive before the response to sending it, and is then listed once. */
function withoutArrived(
  outgoing: readonly Outgoing[],
  arrived: readonly ChatMessage[],
  me: string,
): readonly Outgoing[] {
  if (outgoing.length === 0) return outgoing;
  const own = arrived.filter(({ author }) => author.id === me).map(({ content }) => content);
  return outgoing.filter(({ content, failure }) => {
    const index = failure === null ? own.indexOf(content) : -1;
    if (index !== -1) own.splice(index, 1);
    return index === -1;
  });
}
