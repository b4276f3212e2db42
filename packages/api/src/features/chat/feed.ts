import type { LiveChat } from "@bbux/contract";
import type { Services } from "../../context.ts";
import { type Change, changesSince } from "./messages.query.ts";

/** A signal may be lost: while somebody listens, looked again after so long. */
const LOOK_MS = 2_000;
/** Changes that are kept for those who are not quite up to date, as after a broken connection. */
const KEPT = 500;

/** What a listener gets: messages in the order of their changes, and the moment up to which that goes. */
export interface Batch {
  readonly told: LiveChat;
  readonly cursor: number;
}

export function batchOf(changes: readonly Change[], cursor: number): Batch {
  return { told: { messages: changes.map(({ message }) => message), cursor: String(cursor) }, cursor };
}

/** One room as this process follows it: read once, whatever the number of those who listen. */
export interface RoomFeed {
  /** Calls back whenever there may be more. @returns what ends it */
  listen(wake: () => void): () => void;
  /** The moment up to which the room is known here; looks, if that is before `least`. @throws what the database throws */
  now(least: number): Promise<number>;
  /**
   * What came after a moment, without a query; null when that is longer ago than is kept. Who asks for the same gets the same
   * object, so that it is put into words once.
   */
  after(since: number): Batch | null;
}

/** The rooms that are listened to in this process. */
export interface ChatFeeds {
  /** @param room by its id and what it is called */
  of(room: { readonly id: string; readonly slug: string }): RoomFeed;
}

/** Follows rooms while somebody listens. */
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
  /** By version, each message once, as it is now: all that came after `floor` up to `cursor`, which is null until the first look. */
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
        // The first look is only for the present moment.
        const found = await changesSince(db, room.slug, cursor ?? Number.MAX_SAFE_INTEGER);
        if (cursor === null) floor = found.cursor;
        cursor = found.cursor;
        again ||= found.more;
        if (found.changes.length === 0) continue;
        // What was said before an edit, a removal or a moderator is told to nobody who comes later.
        const changed = new Set(found.changes.map(({ message }) => message.id));
        kept = [...kept.filter(({ message }) => !changed.has(message.id)), ...found.changes];
        const gone = kept.splice(0, kept.length - KEPT).at(-1);
        if (gone) floor = gone.version;
        for (const wake of listeners) wake();
      }
    } finally {
      // Here, and not when the promise has settled: who looks in between would wait for what is over.
      reading = null;
    }
  };
  /** One look at a time; what is heard of meanwhile is looked at right after. */
  const look = (): Promise<void> => {
    again = true;
    reading ??= read();
    return reading;
  };
  const quietly = () => void look().catch(() => undefined);
  const start = () => {
    // After a time when nobody listened the room begins anew.
    if (reading === null) [kept, cursor] = [[], null];
    const unsubscribe = signals.subscribe("chat", room.id, quietly);
    const timer = setInterval(quietly, LOOK_MS).unref();
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
