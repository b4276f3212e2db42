import type { LiveNotifications } from "@bbux/contract";
import { useEffect } from "react";
import { type StreamEvents, stayConnected } from "../../lib/live/connection.ts";
import { shareAmongTabs, whileVisible } from "../../lib/live/tabs.ts";
import { refresh, useSession } from "../../lib/session.ts";
import { client, utils } from "../../lib/trpc.ts";
import { refreshList, warn } from "./cache.ts";

/** An event of the stream; polling returns the count only. */
type News = Pick<LiveNotifications, "unread"> & Partial<LiveNotifications>;

/**
 * Keeps the unread count, the open list and what the news is about up to date while a member is signed in and the page is
 * visible.
 */
export function useLiveNotifications(): void {
  const { user } = useSession();
  const id = user?.id;
  useEffect(() => {
    if (id === undefined) return;
    const onNews = takeIn();
    return whileVisible(() => shareAmongTabs<News>({ name: `bbux.notifications.${id}`, lead, onNews }));
  }, [id]);
}

function lead(publish: (news: News) => void): () => void {
  return stayConnected<News>({
    onNews: publish,
    open: typeof EventSource === "undefined" ? null : openStream,
    async poll() {
      try {
        const { count } = await utils.notifications.unreadCount.fetch(undefined, { staleTime: 0, retry: false });
        publish({ unread: count });
      } catch (error) {
        warn(error);
      }
    },
  });
}

function openStream({ up, news, lost }: StreamEvents<News>): () => void {
  const stream = client.notifications.live.subscribe(undefined, {
    onStarted: up,
    onData: news,
    onError: lost,
    onComplete: lost,
    // The browser would retry every few seconds forever; stayConnected backs off.
    onConnectionStateChange: ({ state, error }) => {
      if (state === "connecting" && error) lost();
    },
  });
  return () => stream.unsubscribe();
}

/** Notifications about the account itself, which the shell shows. */
const ABOUT_ACCOUNT = new Set(["security", "moderation", "role"]);

/** Writes events into the caches, and refetches what they make stale: lists, what they're about, and the member. */
export function takeIn(): (news: News) => void {
  let known: News | null = null;
  return (news) => {
    utils.notifications.unreadCount.setData(undefined, { count: news.unread });
    const before = known;
    known = { ...known, ...news };
    if (before === null || JSON.stringify(before) === JSON.stringify(known)) return;
    refreshList();
    const { latest } = news;
    // What a member may do has changed, perhaps: a freeze has begun or ended, or their role is another. Polling doesn't say.
    if (latest === undefined || (latest && !latest.read && ABOUT_ACCOUNT.has(latest.kind))) void refresh();
    if (latest && !latest.read && latest.createdAt !== before.latest?.createdAt) refreshShown(latest.navigation?.url);
  };
}

/** What to refetch after an event, by the start of the address it links to. */
const SHOWN: readonly [RegExp, (id: string) => unknown][] = [
  [
    /^\/posts\/(\d+)/,
    (postId) => [
      utils.posts.get.invalidate({ id: postId }),
      utils.posts.participants.invalidate({ id: postId }),
      utils.answers.list.invalidate({ postId }),
      utils.comments.list.invalidate({ postId }),
    ],
  ],
  [/^\/governance\/proposals\/(\d+)/, (id) => [utils.proposals.get.invalidate({ id }), utils.governance.invalidate()]],
  [/^\/refund-requests\/(\d+)/, (id) => [utils.refunds.get.invalidate({ id }), utils.refunds.list.invalidate()]],
  [/^\/wallet()$/, () => [utils.wallet.invalidate()]],
];

/** Refetches what an event is about where it is shown, and marks it stale elsewhere. */
function refreshShown(url = ""): void {
  for (const [page, refetch] of SHOWN) {
    const id = page.exec(url)?.[1];
    if (id !== undefined) refetch(id);
  }
}
