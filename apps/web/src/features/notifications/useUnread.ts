import { useEffect } from "react";
import { useSession } from "../../session.tsx";
import { trpc } from "../../trpc.ts";
import { warn } from "./cache.ts";

/** How many are unread; 0 for visitors and as long as it is not known. */
export function useUnread(): number {
  const { user } = useSession();
  const { data, error } = trpc.notifications.unreadCount.useQuery(undefined, {
    enabled: user !== null,
    // The stream brings what changes.
    staleTime: 5 * 60_000,
  });
  useEffect(() => {
    if (error) warn(error);
  }, [error]);
  return user ? (data?.count ?? 0) : 0;
}
