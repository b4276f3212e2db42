import type { LiveChat } from "@bbux/contract";

/** What a listener gets: messages in the order of their changes, and the position that this reaches. */
export interface Batch {
  readonly changes: LiveChat;
  readonly cursor: number;
}

/** One room as this process follows it: read once for any number of listeners. */
export interface RoomFeed {
  /** Calls back when there may be more. @returns a function that stops listening */
  listen(wake: () => void): () => void;
  /**
   * Returns the position up to which the room is known here; reads if that is before `least`. @throws database errors
   */
  now(least: number): Promise<number>;
  /**
   * Returns what came after a position, without a query; null when that isn't kept anymore. The same question gets the
   * same object, so it is serialized once.
   */
  after(since: number): Batch | null;
}

/** The rooms with listeners in this process. */
export interface ChatFeeds {
  /** @param room by id and slug */
  of(room: { readonly id: string; readonly slug: string }): RoomFeed;
}
