import type { ChatRoom, User } from "@bbux/contract";
import { useEffect, useMemo, useRef, useState } from "react";
import { client } from "../../lib/trpc.ts";
import type { LiveRoom } from "./liveRoom.ts";
import { createReadReceipts } from "./readReceipts.ts";
import type { RoomView } from "./roomState.ts";
import { join, putRoom } from "./useRooms.ts";

/** Reads the room and follows it while it is shown; opening a room joins it. @returns a retry function */
export function useLiveRoom(store: LiveRoom, room: ChatRoom, user: User): () => void {
  const [tries, setTries] = useState(0);
  const atFirst = useRef(room);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another reason to read
  useEffect(() => {
    let end: (() => void) | null = null;
    let over = false;
    const { joined, lastReadAt, unread } = atFirst.current;
    void store.load(joined ? lastReadAt : null, unread).then(() => {
      if (!over && store.read().cursor !== null) end = store.connect();
    });
    return () => {
      over = true;
      end?.();
    };
  }, [store, tries]);
  const outside = !room.joined && !user.suspended;
  useEffect(() => {
    if (outside) void join(store.roomId);
  }, [outside, store]);
  return () => setTries(tries + 1);
}

/** Reports to the server what was read: the newest message of others that was visible for a moment. */
export function useReadReceipts(store: LiveRoom, view: RoomView, room: ChatRoom, user: User): void {
  const newest = view.messages.findLast(({ author }) => author.id !== user.id);
  const unread =
    view.seen &&
    room.joined &&
    newest !== undefined &&
    (room.lastReadAt === null || newest.createdAt > room.lastReadAt);
  const messageId = unread && !user.suspended ? newest.id : null;
  const reading = useMemo(
    () =>
      createReadReceipts((id) => {
        client.chat.read.mutate({ roomId: store.roomId, messageId: id }).then(
          (answer) => putRoom(answer.room),
          () => undefined, // The next message triggers another attempt.
        );
      }),
    [store],
  );
  useEffect(() => reading.see(messageId), [reading, messageId]);
  useEffect(() => () => reading.see(null), [reading]);
}
