import { Readable } from "node:stream";
import { isTrackedEnvelope } from "@trpc/server";

// Server-sent events as tRPC's clients read them. Its own handler takes each event of each stream through three web streams
// and serialises it anew, which for a room of two thousand took seconds (docs/PERFORMANCE.md).

/** What may wait for a client that reads slowly; more is not asked for. */
const WAITING = 64 * 1024;

export interface EventStreamOptions {
  /** What the client is told first, for how it is to connect anew. */
  readonly client: object;
  /** So long after the last event, and again, the client is told that the stream is there. */
  readonly pingMs: number;
  /** A failure as tRPC carries it. */
  readonly failure: (error: unknown) => object;
}

/**
 * What a subscription gives, as the text of a stream, as fast as the client reads it. When `signal` says so it ends without
 * a word, so that the client comes again.
 */
export function eventStream(
  subscription: () => Promise<AsyncIterable<unknown>>,
  signal: AbortSignal,
  { client, pingMs, failure }: EventStreamOptions,
): Readable {
  let resume = () => {};
  const body = new Readable({
    highWaterMark: WAITING,
    read: () => resume(),
    destroy(error, done) {
      resume();
      done(error);
    },
  });
  const tell = (text: string | Uint8Array) => body.destroyed || body.push(text);
  const ping = setInterval(() => {
    // Who reads nothing hears it from what waits.
    if (body.readableLength === 0) tell(PING);
  }, pingMs).unref();
  const run = async () => {
    try {
      tell(named("connected", client));
      for await (const value of await subscription()) {
        const room = tell(eventOf(value));
        ping.refresh();
        if (!room && !body.destroyed) {
          await new Promise<void>((resolve) => {
            resume = resolve;
          });
        }
        if (body.destroyed) break;
      }
      if (!signal.aborted) tell(RETURN);
    } catch (error) {
      if (!signal.aborted) tell(named("serialized-error", failure(error)));
    } finally {
      clearInterval(ping);
      if (!body.destroyed) body.push(null);
    }
  };
  void run();
  return body;
}

const END = "\n\n\n";
const PING = `event: ping\ndata: ${END}`;
const RETURN = `event: return\ndata: ${END}`;
const named = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}${END}`;

/** What many streams tell is the same object in each of them: serialised once. */
const written = new WeakMap<object, Uint8Array>();

function eventOf(value: unknown): string | Uint8Array {
  if (!isTracked(value)) return `data: ${JSON.stringify(value)}${END}`;
  const [id, data] = value;
  if (typeof data !== "object" || data === null) return trackedEvent(id, data);
  const known = written.get(data);
  if (known) return known;
  const bytes = Buffer.from(trackedEvent(id, data));
  written.set(data, bytes);
  return bytes;
}

const trackedEvent = (id: string, data: unknown) => `data: ${JSON.stringify(data)}\nid: ${id}${END}`;

function isTracked(value: unknown): value is [string, unknown] {
  return Array.isArray(value) && isTrackedEnvelope(value);
}
