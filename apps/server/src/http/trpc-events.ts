import { Readable } from "node:stream";
import { isTrackedEnvelope } from "@trpc/server";

// Server-sent events in the format of tRPC's clients. tRPC's own handler puts each event of each stream through three web streams
// and serializes it again, which took seconds for a room of two thousand (docs/PERFORMANCE.md).

/** The buffer for a client that reads slowly (bytes); when it's full, we stop reading the source. */
const WAITING = 64 * 1024;

export interface EventStreamOptions {
  /** Sent to the client first; says how to reconnect. */
  readonly client: object;
  /** After this much silence, and then at this interval, the client gets a ping. */
  readonly pingMs: number;
  /** A failure in tRPC's format. */
  readonly failure: (error: unknown) => object;
}

/**
 * A subscription's events as the text of a stream, as fast as the client reads it. When `signal` fires, it ends silently, so that
 * the client reconnects.
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
  const write = (text: string | Uint8Array) => body.destroyed || body.push(text);
  const ping = setInterval(() => {
    // A client that reads nothing gets what is buffered instead.
    if (body.readableLength === 0) write(PING);
  }, pingMs).unref();
  const run = async () => {
    try {
      write(named("connected", client));
      for await (const value of await subscription()) {
        const room = write(eventOf(value));
        ping.refresh();
        if (!room && !body.destroyed) {
          await new Promise<void>((resolve) => {
            resume = resolve;
          });
        }
        if (body.destroyed) break;
      }
      if (!signal.aborted) write(RETURN);
    } catch (error) {
      if (!signal.aborted) write(named("serialized-error", failure(error)));
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

/** Many streams send the same object, which is serialized once. */
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
