import type { ChatRoom, User } from "@bbux/contract";
import { useEffect, useMemo, useRef, useState } from "react";
import { client } from "../../trpc.ts";
import { createReading } from "./reading.ts";
import type { RoomStore, RoomView } from "./room.store.ts";
import { join, putRoom } from "./useRooms.ts";

/** Reads the room and follows it for as long as it is shown; who opens a room is in it. @returns what tries again */
export function useFollowing(store: RoomStore, room: ChatRoom, user: User): () => void {
  const [tries, setTries] = useState(0);
  const atFirst = useRef(room);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another reason to read
  useEffect(() => {
    let end: (() => void) | null = null;
    let over = false;
    const { joined, lastReadAt, unread } = atFirst.current;
    void store.load(joined ? lastReadAt : null, unread).then(() => {
      if (!over && store.read().cursor !== null) end = store.follow();
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

/** Tells the server what was read: the newest message of others that stood before the reader's eyes for a moment. */
export function useReading(store: RoomStore, view: RoomView, room: ChatRoom, user: User): void {
  const newest = view.messages.findLast(({ author }) => author.id !== user.id);
  const unread =
    view.seen &&
    room.joined &&
    newest !== undefined &&
    (room.lastReadAt === null || newest.createdAt > room.lastReadAt);
  const messageId = unread && !user.suspended ? newest.id : null;
  const reading = useMemo(
    () =>
      createReading((id) => {
        client.chat.read.mutate({ roomId: store.roomId, messageId: id }).then(
          (answer) => putRoom(answer.room),
          () => undefined, // With the next message it is tried again.
        );
      }),
    [store],
  );
  useEffect(() => reading.see(messageId), [reading, messageId]);
  useEffect(() => () => reading.see(null), [reading]);
}
