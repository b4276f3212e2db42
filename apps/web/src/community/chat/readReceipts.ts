/** How long (ms) a message must be visible to count as read. */
const GLANCE_MS = 600;
/** The interval (ms) of reports for a busy room, so that its readers don't all call the server for every message. */
const REST_MS = 5_000;

export interface ReadReceipts {
  /** The newest visible unread message; null for none, or when the reader looks away. */
  see(id: string | null): void;
}

/** Reports what was read: after a moment, then at intervals, and the rest when the reader looks away. */
export function createReadReceipts(report: (id: string) => void): ReadReceipts {
  let newest: { readonly id: string; readonly since: number } | null = null;
  let rested = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!newest) return;
    rested = Date.now() + REST_MS;
    report(newest.id);
    newest = null;
  };
  return {
    see(id) {
      if (id === null) {
        if (newest && Date.now() - newest.since >= GLANCE_MS) now();
        clearTimeout(timer);
        [timer, newest] = [undefined, null];
      } else if (newest?.id !== id) {
        newest = { id, since: Date.now() };
        timer ??= setTimeout(now, Math.max(GLANCE_MS, rested - Date.now()));
      }
    },
  };
}
