import { RoomStore } from "./room.store.ts";

const stores = new Map<string, RoomStore>();

/** The room as this member follows it on this page. */
export function roomStore(roomId: string, me: string): RoomStore {
  const key = `${me}/${roomId}`;
  const store = stores.get(key) ?? new RoomStore(roomId, me);
  stores.set(key, store);
  return store;
}
