/** The first delay before reconnecting; each further one doubles. */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
const POLL_MS = 30_000;
/** A stream that hasn't opened by then may be held up, so the server is polled in the meantime. */
const PATIENCE_MS = 5_000;
/** Losing a stream that has lasted this long doesn't count as a failed connection. */
const LASTING_MS = 60_000;

/** The events of a stream. */
export interface StreamEvents<News> {
  /** It is open, though it may stay silent for long. */
  up(): void;
  news(news: News): void;
  lost(): void;
}

interface ConnectionOptions<News> {
  /** Opens a stream; `null` where the browser has none. Returns a function that closes it. */
  readonly open: ((told: StreamEvents<News>) => () => void) | null;
  /** Polls once, while there is no stream. Never rejects. */
  readonly poll: () => Promise<void>;
  /** The polling interval in milliseconds. */
  readonly pollMs?: number;
  readonly onNews: (news: News) => void;
}

/**
 * Keeps a stream open: reopens a lost one with growing delays, and polls the server in the meantime.
 * @returns a function that stops it
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
        // A stream may be lost while it is being opened, and then there is nothing to close yet.
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

/**
 * Returns the milliseconds to wait after this many failures in a row; `chance`, from 0 to 1, keeps a thousand tabs from
 * reconnecting together.
 */
export function waitAfter(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.round(longest * (0.5 + chance / 2));
}
