import { useEffect } from "react";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { warn } from "./cache.ts";

/** Returns the unread count; 0 for visitors and until it is known. */
export function useUnread(): number {
  const { user } = useSession();
  const { data, error } = trpc.notifications.unreadCount.useQuery(undefined, {
    enabled: user !== null,
    // The stream delivers changes.
    staleTime: 5 * 60_000,
  });
  useEffect(() => {
    if (error) warn(error);
  }, [error]);
  return user ? (data?.count ?? 0) : 0;
}
