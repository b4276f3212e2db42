import { CHAT, type ChatRoom } from "@bbux/contract";
import { useEffect, useState } from "react";
import { useSession } from "../../session.tsx";
import { client, trpc, utils } from "../../trpc.ts";

/** While the chat is open, what is unread in the other rooms is asked for so often (ms). */
const OTHERS_MS = 30_000;

/**
 * The rooms as the member sees them. While the chat is closed nothing is asked again by the clock: only when the window is
 * come back to.
 */
export function useRoomsQuery({ open }: { open: boolean }) {
  const { user } = useSession();
  const idle = useIdle();
  return trpc.chat.rooms.useQuery(undefined, {
    enabled: user !== null && (open || idle),
    staleTime: OTHERS_MS,
    refetchInterval: open ? OTHERS_MS : false,
  });
}

/** Not before the page itself has what it needs. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return idle;
}

/** Puts what the server says of a room in its place in the list. */
export function putRoom(room: ChatRoom): void {
  utils.chat.rooms.setData(undefined, (known) =>
    known ? { rooms: known.rooms.map((one) => (one.id === room.id ? room : one)) } : known,
  );
}

const joining = new Set<string>();

/** Joins a room that the member is not in yet. A failure is none of the member's business: it is tried with the next page. */
export async function join(roomId: string): Promise<void> {
  if (joining.has(roomId)) return;
  joining.add(roomId);
  try {
    putRoom((await client.chat.join.mutate({ roomId })).room);
  } catch {
    // Reading needs no joining, and sending joins.
  }
  joining.delete(roomId);
}

/** On init the app joins the member to the global chat (spec core §4). */
export function useGlobalChat(rooms: readonly ChatRoom[] | undefined): void {
  const { user } = useSession();
  const outside = rooms?.some(({ id, joined }) => id === CHAT.room && !joined) && user && !user.suspended;
  useEffect(() => {
    if (outside) void join(CHAT.room);
  }, [outside]);
}

/** How many messages are unread in all rooms; no more than a badge can say. */
export function unreadIn(rooms: readonly ChatRoom[] | undefined): number {
  return rooms?.reduce((sum, { unread }) => sum + unread, 0) ?? 0;
}
