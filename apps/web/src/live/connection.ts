/** The first wait before connecting again; each further one is twice as long. */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
const POLL_MS = 30_000;
/** A stream that has not come by then may be held back on its way: the server is asked meanwhile. */
const PATIENCE_MS = 5_000;
/** A stream that has lasted so long and is lost is no failure of connecting. */
const LASTING_MS = 60_000;

/** How a stream tells of itself. */
export interface StreamEvents<News> {
  /** It is there, though it may have nothing to say for long. */
  up(): void;
  news(news: News): void;
  lost(): void;
}

interface ConnectionOptions<News> {
  /** Opens a stream; `null` where the browser has none. Gives back what closes it. */
  readonly open: ((told: StreamEvents<News>) => () => void) | null;
  /** Asks once, for as long as there is no stream. Never rejects. */
  readonly poll: () => Promise<void>;
  /** Milliseconds from one asking to the next. */
  readonly pollMs?: number;
  readonly onNews: (news: News) => void;
}

/**
 * Keeps a stream open: lost, it is opened again after a while that grows, and meanwhile the server is asked now and then.
 * @returns what ends it
 */
export function stayConnected<News>({ open, poll, pollMs = POLL_MS, onNews }: ConnectionOptions<News>): () => void {
  let ended = false;
  let failures = 0;
  let close = () => {};
  let retry: ReturnType<typeof setTimeout> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;

  const pollMeanwhile = () => {
    if (polling !== undefined) return;
    polling = setInterval(() => void poll(), pollMs);
    void poll();
  };
  const stopPolling = () => {
    clearTimeout(patience);
    clearInterval(polling);
    polling = undefined;
  };
  const connect = () => {
    clearTimeout(retry);
    retry = undefined;
    if (open === null) return pollMeanwhile();
    let over = false;
    let since: number | undefined;
    const up = () => {
      if (over || ended) return;
      since ??= Date.now();
      stopPolling();
    };
    clearTimeout(patience);
    patience = setTimeout(pollMeanwhile, PATIENCE_MS);
    const closeThis = open({
      up,
      news(news) {
        if (over || ended) return;
        failures = 0;
        up();
        onNews(news);
      },
      lost() {
        if (over || ended) return;
        over = true;
        clearTimeout(patience);
        // A stream may be lost while it is being opened: then there is nothing to close yet.
        queueMicrotask(() => closeThis());
        failures = since !== undefined && Date.now() - since > LASTING_MS ? 1 : failures + 1;
        pollMeanwhile();
        retry = setTimeout(connect, waitAfter(failures, Math.random()));
      },
    });
    close = closeThis;
  };
  const onOnline = () => {
    if (retry === undefined) return;
    failures = 0;
    connect();
  };

  connect();
  globalThis.addEventListener?.("online", onOnline);
  return () => {
    ended = true;
    clearTimeout(retry);
    stopPolling();
    globalThis.removeEventListener?.("online", onOnline);
    close();
  };
}

/** Milliseconds to wait after so many failures in a row; `chance`, from 0 to 1, keeps a thousand tabs from coming at once. */
export function waitAfter(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.round(longest * (0.5 + chance / 2));
}
