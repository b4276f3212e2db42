interface Shared<News> {
  /** One for each member. */
  readonly name: string;
  /** Starts receiving, in the one tab that does it for all; returns a function that stops it. */
  readonly lead: (publish: (news: News) => void) => () => void;
  readonly onNews: (news: News) => void;
}

type Message<News> = { readonly ask: true } | { readonly news: News };

/**
 * Lets one of a member's tabs receive events and pass them to the others: the one that holds a lock. When it goes, the
 * next one takes over. Where the browser has no locks (a page without https), each tab is on its own.
 * @returns a function that stops it
 */
export function shareAmongTabs<News>({ name, lead, onNews }: Shared<News>): () => void {
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  if (!locks || typeof BroadcastChannel === "undefined") return lead(onNews);
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  let leading = false;
  let last: { readonly news: News } | null = null;
  const say = (message: Message<News>) => channel.postMessage(message);

  channel.onmessage = ({ data }: MessageEvent<Message<News>>) => {
    if ("news" in data) onNews(data.news);
    else if (leading && last) say(last);
  };
  const reign = () =>
    new Promise<void>((resolve) => {
      if (leaving.signal.aborted) return resolve();
      leading = true;
      const end = lead((news) => {
        last = { news };
        onNews(news);
        if (leading) say(last);
      });
      leaving.signal.addEventListener("abort", () => {
        leading = false;
        end();
        resolve();
      });
    });
  // Rejected only because this tab has left the queue.
  locks.request(name, { signal: leaving.signal }, reign).catch(() => undefined);
  say({ ask: true });
  return () => {
    leaving.abort();
    channel.close();
  };
}

/** A tab that is hidden for longer than this gives up the lock. */
const GRACE_MS = 30_000;

/** Runs something while the page is visible. @returns a function that stops it */
export function whileVisible(begin: () => () => void): () => void {
  let end: (() => void) | null = null;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    end?.();
    end = null;
  };
  const look = () => {
    clearTimeout(leaving);
    if (document.visibilityState === "visible") end ??= begin();
    else leaving = setTimeout(stop, GRACE_MS);
  };
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    document.removeEventListener("visibilitychange", look);
    clearTimeout(leaving);
    stop();
  };
}
