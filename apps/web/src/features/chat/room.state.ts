import type { ChatMessage, MessageType } from "@bbux/contract";

/** A message on its way, or one that did not get there. */
export interface Outgoing {
  readonly key: string;
  readonly content: string;
  readonly messageType: MessageType;
  readonly createdAt: string;
  /** Why it was not sent; `null` while it is being sent. */
  readonly failure: string | null;
}

/** What the page knows of a room. */
export interface RoomState {
  /** Oldest first, without a gap from the first to the newest. */
  readonly messages: readonly ChatMessage[];
  /** The moment up to which all changes are known; `null` before the first answer. */
  readonly cursor: string | null;
  /** Whether the first message is the room's first. */
  readonly reachedStart: boolean;
  readonly outgoing: readonly Outgoing[];
  /** What others wrote after this moment was not seen when it came: a line stands before it. */
  readonly marker: string | null;
  /** How many messages of others came while the end of the list was out of sight. */
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

export interface PageOfMessages {
  readonly messages: readonly ChatMessage[];
  readonly cursor: string;
}

/** Which of two moments in the life of a room is later: more than 0 when it is `a`. */
export function compareCursors(a: string, b: string): number {
  const difference = BigInt(a) - BigInt(b);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

/** The newest page, in place of whatever was known. `readUpTo`: createdAt of the last message that was read. */
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

/** An older page, before all that is known. `changes`: what was told while it was under way, which it may not know of. */
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

/** What changed since, each message as it is now. `seen`: whether the reader has the end of the list before their eyes. */
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

/** One message as the server answered it, ahead of the news about it. */
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
  // Older than what is known: it comes with its page.
  if (first && message.createdAt < first.createdAt && !reachedStart) return known;
  const place = known.findLastIndex(({ createdAt }) => createdAt < message.createdAt) + 1;
  return known.toSpliced(place, 0, message);
}

/** News of one's own message may come before the answer to its sending: then it stands in the list once. */
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
