import type { Notification } from "@bbux/contract";
import type { InfiniteData } from "@tanstack/react-query";
import { client, queryClient, utils } from "../../lib/trpc.ts";

/** The member's notifications, page by page. */
export const PAGES_KEY = ["notifications", "pages"] as const;
export type Pages = InfiniteData<Notification[], unknown>;

/** A failed fetch of notifications is silent. */
export function warn(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's log is where the specification wants it.
  console.warn("Notifications:", error);
}

/** Marks one as read: first here, then on the server. */
export async function markRead({ id, read }: Notification): Promise<void> {
  if (read) return;
  change((one) => (one.id === id ? { ...one, read: true } : one));
  utils.notifications.unreadCount.setData(undefined, (old) => old && { count: Math.max(0, old.count - 1) });
  await send(() => client.notifications.read.mutate({ id }));
}

/** Marks all as read: first here, then on the server. */
export async function markAllRead(): Promise<void> {
  change((one) => (one.read ? one : { ...one, read: true }));
  utils.notifications.unreadCount.setData(undefined, { count: 0 });
  await send(() => client.notifications.readAll.mutate());
}

function change(each: (one: Notification) => Notification): void {
  // A running fetch would bring back the previous state.
  void queryClient.cancelQueries({ queryKey: PAGES_KEY });
  queryClient.setQueryData<Pages>(
    PAGES_KEY,
    (old) => old && { ...old, pages: old.pages.map((page) => page.map(each)) },
  );
}

async function send(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    warn(error);
    void utils.notifications.unreadCount.invalidate();
    void queryClient.invalidateQueries({ queryKey: PAGES_KEY });
  }
}

/** Refetches the list if it is open, but doesn't interrupt the loading of a further page. */
export function refreshList(): void {
  const loadsMore = queryClient.getQueryState(PAGES_KEY)?.fetchMeta?.fetchMore !== undefined;
  void queryClient.invalidateQueries({ queryKey: PAGES_KEY }, { cancelRefetch: !loadsMore });
}

/** Each once, because new ones shift the pages and one may be on two. */
export function linesOf(pages: Pages | undefined): Notification[] {
  const lines = new Map<string, Notification>();
  for (const one of pages?.pages.flat() ?? []) if (!lines.has(one.id)) lines.set(one.id, one);
  return [...lines.values()];
}

/** Formats the badge: nothing for none, at most 9+. */
export function badgeOf(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > 9 ? "9+" : String(unread);
}
