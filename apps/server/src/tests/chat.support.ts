import type { ChatMessage, ChatRoom, LiveChat } from "@bbux/contract";
import { CHAT } from "@bbux/contract";
import type { TestApp, TestMember } from "../testing.ts";
import { call, ok, type Response } from "./support.ts";

export const ROOM = CHAT.room;
export const GIF = "https://media1.giphy.com/media/abc/giphy.gif";

type Target = Pick<TestApp, "app"> & TestApp;

export const post = (t: Target, as: TestMember, body: object, room: string = ROOM): Promise<Response> =>
  call(t, "POST", `/chat/${room}/messages`, { as, body });

/** Sends a text message. */
export async function say(t: Target, as: TestMember, content: string, room: string = ROOM): Promise<ChatMessage> {
  return ok(await post(t, as, { content }, room)).message;
}

export const edit = (t: Target, as: TestMember, { id, roomId }: ChatMessage, content: string) =>
  call(t, "PUT", `/chat/${roomId}/messages/${id}`, { as, body: { content } });

export const remove = (t: Target, as: TestMember, { id, roomId }: ChatMessage) =>
  call(t, "DELETE", `/chat/${roomId}/messages/${id}`, { as });

/** Reads a page of a room. */
export async function read(
  t: Target,
  as: TestMember,
  query: Record<string, string> = {},
  room: string = ROOM,
): Promise<{ success: true; messages: ChatMessage[]; cursor: string }> {
  return ok(await call(t, "GET", `/chat/${room}/messages?${new URLSearchParams(query)}`, { as }));
}

export async function changes(
  t: Target,
  as: TestMember,
  since: string,
  room: string = ROOM,
): Promise<{ success: true; messages: ChatMessage[]; cursor: string }> {
  return ok(await call(t, "GET", `/chat/${room}/changes?since=${since}`, { as }));
}

export async function roomOf(t: Target, as: TestMember, id: string = ROOM): Promise<ChatRoom> {
  const { rooms }: { rooms: ChatRoom[] } = ok(await call(t, "GET", "/chat", { as }));
  const room = rooms.find((one) => one.id === id);
  if (!room) throw new Error(`There is no room ${id}`);
  return room;
}

/** An event of a stream, as received. */
export interface Told {
  readonly event: string;
  readonly id: string | null;
  readonly data: unknown;
}

export interface Listener {
  readonly status: number;
  readonly events: readonly Told[];
  /** All messages received so far, in order. */
  messages(): ChatMessage[];
  /** The last cursor received. */
  cursor(): string | null;
  /** Whether the stream has ended. */
  ended(): boolean;
  body(): Promise<string>;
  close(): void;
}

/** Opens `chat.live` like a client and records what it receives. Resolves once it has received the room's position. */
export async function listen(
  origin: string,
  headers: Record<string, string>,
  { input = { roomId: ROOM }, lastEventId }: { input?: unknown; lastEventId?: string } = {},
): Promise<Listener> {
  const leaving = new AbortController();
  const query = new URLSearchParams({ input: JSON.stringify(input) });
  const again = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
  const response = await fetch(`${origin}/api/trpc/chat.live?${query}`, {
    headers: { ...headers, ...again },
    signal: leaving.signal,
  });
  const events: Told[] = [];
  let ended = false;
  let first = () => {};
  const opened = new Promise<void>((resolve) => {
    first = resolve;
  });
  if (response.ok && response.body) {
    void collect(response.body, (told) => {
      events.push(told);
      if (told.event !== "connected") first();
    })
      .catch(() => undefined)
      .finally(() => {
        ended = true;
        first();
      });
    await opened;
  }
  const told = () => events.filter(({ event }) => event === "message");
  return {
    status: response.status,
    events,
    messages: () => told().flatMap(({ data }) => (data as LiveChat).messages),
    cursor: () => told().at(-1)?.id ?? null,
    ended: () => ended,
    body: () => response.text(),
    close: () => leaving.abort(),
  };
}

async function collect(body: ReadableStream<Uint8Array>, then: (told: Told) => void): Promise<void> {
  let text = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const parts = text.split(/\n\n+/);
    text = parts.pop() ?? "";
    for (const part of parts) {
      const field = (name: string) =>
        part
          .split("\n")
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const data = field("data");
      if (part.trim() === "") continue;
      then({ event: field("event") ?? "message", id: field("id") ?? null, data: data ? JSON.parse(data) : null });
    }
  }
}
