import { CHAT, type ChatRoom } from "@bbux/contract";
import { useEffect, useState } from "react";
import { useSession } from "../../lib/session.ts";
import { client, trpc, utils } from "../../lib/trpc.ts";

/** The polling interval (ms) for unread counts of other rooms while the chat is open. */
const OTHERS_MS = 30_000;

/** The member's rooms. While the chat is closed they are refetched only when the window gets the focus. */
export function useRoomsQuery({ open }: { open: boolean }) {
  const { user } = useSession();
  const idle = useIdle();
  return trpc.chat.rooms.useQuery(undefined, {
    enabled: user !== null && (open || idle),
    staleTime: OTHERS_MS,
    refetchInterval: open ? OTHERS_MS : false,
  });
}

/** Waits until the page itself has loaded its data. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return idle;
}

/** Puts a room from the server into its place in the list. */
export function putRoom(room: ChatRoom): void {
  utils.chat.rooms.setData(undefined, (known) =>
    known ? { rooms: known.rooms.map((one) => (one.id === room.id ? room : one)) } : known,
  );
}

const joining = new Set<string>();

/** Joins a room that the member isn't in yet. A failure is silent, because the next page tries again. */
export async function join(roomId: string): Promise<void> {
  if (joining.has(roomId)) return;
  joining.add(roomId);
  try {
    putRoom((await client.chat.join.mutate({ roomId })).room);
  } catch {
    // Reading doesn't require joining, and sending joins.
  }
  joining.delete(roomId);
}

/** Joins the member to the global chat when the app starts. */
export function useGlobalChat(rooms: readonly ChatRoom[] | undefined): void {
  const { user } = useSession();
  const outside = rooms?.some(({ id, joined }) => id === CHAT.room && !joined) && user && !user.suspended;
  useEffect(() => {
    if (outside) void join(CHAT.room);
  }, [outside]);
}

/** Returns the unread count of all rooms, capped at what the badge can show. */
export function unreadIn(rooms: readonly ChatRoom[] | undefined): number {
  return rooms?.reduce((sum, { unread }) => sum + unread, 0) ?? 0;
}
