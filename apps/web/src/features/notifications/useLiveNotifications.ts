import type { LiveNotifications } from "@bbux/contract";
import { useEffect } from "react";
import { type StreamEvents, stayConnected } from "../../live/connection.ts";
import { shareAmongTabs, whileVisible } from "../../live/tabs.ts";
import { useSession } from "../../session.tsx";
import { client, utils } from "../../trpc.ts";
import { refreshList, warn } from "./cache.ts";

/** What a stream tells; polling knows the count only. */
type News = Pick<LiveNotifications, "unread"> & Partial<LiveNotifications>;

/** Keeps the unread count, the open list and the post in sight up to date, while a member is signed in and looks. */
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
    // The browser would try again every few seconds, for ever; stayConnected takes its time.
    onConnectionStateChange: ({ state, error }) => {
      if (state === "connecting" && error) lost();
    },
  });
  return () => stream.unsubscribe();
}

/** Puts what comes into the caches, and has fetched again what it shows to be old. */
function takeIn(): (news: News) => void {
  let known: News | null = null;
  return (news) => {
    utils.notifications.unreadCount.setData(undefined, { count: news.unread });
    const before = known;
    known = { ...known, ...news };
    if (before === null || JSON.stringify(before) === JSON.stringify(known)) return;
    refreshList();
    const { latest } = news;
    if (latest && !latest.read && latest.createdAt !== before.latest?.createdAt) refreshPost(latest.navigation?.url);
  };
}

/** Fetches the post that something happened to, if it is on the screen. */
function refreshPost(url: string | undefined): void {
  const id = /^\/posts\/(\d+)/.exec(url ?? "")?.[1];
  if (id === undefined || !location.pathname.startsWith(`/posts/${id}`)) return;
  void utils.posts.get.invalidate({ id });
  void utils.answers.list.invalidate({ postId: id });
  void utils.comments.list.invalidate({ postId: id });
}
