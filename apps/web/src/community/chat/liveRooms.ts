import { LiveRoom } from "./liveRoom.ts";

const rooms = new Map<string, LiveRoom>();

/** Returns the room as this member follows it on this page. */
export function liveRoom(roomId: string, me: string): LiveRoom {
  const key = `${me}/${roomId}`;
  const room = rooms.get(key) ?? new LiveRoom(roomId, me);
  rooms.set(key, room);
  return room;
}
