import type { LiveNotifications, Notification } from "@bbux/contract";
import type { TestApp, TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";

/** The member's notifications, latest first. */
export async function newsOf(t: TestApp, as: TestMember, query = ""): Promise<Notification[]> {
  return ok(await call(t, "GET", `/notifications${query}`, { as }));
}

/** The notifications' texts, latest first. */
export async function wordsOf(t: TestApp, as: TestMember): Promise<string[]> {
  return (await newsOf(t, as)).map(({ kind, message }) => `${kind}: ${message}`);
}

export async function unreadOf(t: TestApp, as: TestMember): Promise<number> {
  return ok(await call(t, "GET", "/notifications/unread-count", { as })).count;
}

export async function readAll(t: TestApp, ...members: TestMember[]): Promise<void> {
  for (const as of members) ok(await call(t, "POST", "/notifications/read-all", { as }));
}

export async function comment(t: TestApp, as: TestMember, postId: string, content = "Why?"): Promise<string> {
  return ok(await call(t, "POST", `/posts/${postId}/comments`, { as, body: { content } })).comment.id;
}

export async function vote(t: TestApp, as: TestMember, path: string, value: number): Promise<void> {
  ok(await call(t, "POST", `${path}/vote`, { as, body: { value } }));
}

export interface OpenStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next event; null once the stream has ended. Rejects after `withinMs`. */
  next(withinMs?: number): Promise<LiveNotifications | null>;
  /** Waits until the stream has ended. */
  ended(withinMs?: number): Promise<void>;
  body(): Promise<string>;
  close(): void;
}

/** Opens `notifications.live` like a client, through server-sent events over HTTP. */
export async function openStream(origin: string, headers: Record<string, string> = {}): Promise<OpenStream> {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/api/trpc/notifications.live`, { headers, signal: leaving.signal });
  const events = response.ok && response.body ? eventsOf(response.body) : null;
  return {
    status: response.status,
    headers: response.headers,
    next: async (withinMs = 120_000) => {
      const { value, done } = (await within(withinMs, events?.next())) ?? { done: true };
      return done ? null : (value ?? null);
    },
    async ended(withinMs = 120_000) {
      await within(
        withinMs,
        (async () => {
          while (events && !(await events.next()).done);
        })(),
      );
    },
    body: () => response.text(),
    close: () => leaving.abort(),
  };
}

async function within<T>(ms: number, promise: Promise<T> | undefined): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing came within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A stream's messages, without pings and protocol events. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<LiveNotifications> {
  let text = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const lines = part.split("\n");
      if (lines.some((line) => line.startsWith("event: "))) continue;
      const data = lines.find((line) => line.startsWith("data: "));
      if (data) yield JSON.parse(data.slice(6));
    }
  }
}
