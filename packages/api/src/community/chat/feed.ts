import type { Batch, ChatFeeds, RoomFeed, Services } from "../../platform/context/index.ts";
import { type Change, changesSince } from "./messages.query.ts";

/** Signals can be lost, so rooms with listeners are also polled at this interval. */
const POLL_MS = 2_000;
/** Changes kept for clients that are slightly behind, for example after a broken connection. */
const KEPT = 500;

export function batchOf(changes: readonly Change[], cursor: number): Batch {
  return { changes: { messages: changes.map(({ message }) => message), cursor: String(cursor) }, cursor };
}

/** Follows rooms while they have listeners. */
export function createChatFeeds(services: Pick<Services, "db" | "signals">): ChatFeeds {
  const feeds = new Map<string, RoomFeed>();
  return {
    of(room) {
      const feed = feeds.get(room.id) ?? createFeed(services, room);
      feeds.set(room.id, feed);
      return feed;
    },
  };
}

function createFeed(
  { db, signals }: Pick<Services, "db" | "signals">,
  room: { readonly id: string; readonly slug: string },
): RoomFeed {
  const listeners = new Set<() => void>();
  /**
   * Everything after `floor` up to `cursor`, by version, each message once in its current state. `cursor` is null until
   * the first read.
   */
  let kept: Change[] = [];
  let floor = 0;
  let cursor: number | null = null;
  let reading: Promise<void> | null = null;
  let again = false;
  let stop = () => {};
  let latest: { since: number; batch: Batch } | null = null;

  const read = async () => {
    try {
      while (again) {
        again = false;
        // The first read only finds the current position.
        const found = await changesSince(db, room.slug, cursor ?? Number.MAX_SAFE_INTEGER);
        if (cursor === null) floor = found.cursor;
        cursor = found.cursor;
        again ||= found.more;
        if (found.changes.length === 0) continue;
        // The earlier text of an edited, removed or hidden message isn't sent to later listeners.
        const changed = new Set(found.changes.map(({ message }) => message.id));
        kept = [...kept.filter(({ message }) => !changed.has(message.id)), ...found.changes];
        const gone = kept.splice(0, kept.length - KEPT).at(-1);
        if (gone) floor = gone.version;
        for (const wake of listeners) wake();
      }
    } finally {
      // Reset here and not when the promise settles; otherwise a concurrent caller would wait for a finished read.
      reading = null;
    }
  };
  /** Runs one read at a time; a signal in the meantime triggers another. */
  const look = (): Promise<void> => {
    again = true;
    reading ??= read();
    return reading;
  };
  const quietly = () => void look().catch(() => undefined);
  const start = () => {
    // Without listeners for a while, the room starts over.
    if (reading === null) [kept, cursor] = [[], null];
    const unsubscribe = signals.subscribe("chat", room.id, quietly);
    const timer = setInterval(quietly, POLL_MS).unref();
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  };

  return {
    listen(wake) {
      if (listeners.size === 0) stop = start();
      listeners.add(wake);
      return () => {
        if (listeners.delete(wake) && listeners.size === 0) stop();
      };
    },
    async now(least) {
      if (cursor === null || cursor < least) await look();
      return cursor ?? 0;
    },
    after(since) {
      if (cursor === null || since < floor) return null;
      if (latest?.since === since && latest.batch.cursor === cursor) return latest.batch;
      const from = kept.findLastIndex(({ version }) => version <= since) + 1;
      const batch = batchOf(kept.slice(from), cursor);
      latest = { since, batch };
      return batch;
    },
  };
}
