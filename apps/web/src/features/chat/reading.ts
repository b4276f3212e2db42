/** Having looked this long (ms) is having read. */
const GLANCE_MS = 600;
/** A lively room is told of so often (ms), and not with every message: all who look at it would ask at once. */
const REST_MS = 5_000;

export interface Reading {
  /** The newest message that stands before the reader's eyes unread; null for none, or when they look away. */
  see(id: string | null): void;
}

/** Tells what was read: after a glance, then now and then, and the rest when the reader looks away. */
export function createReading(tell: (id: string) => void): Reading {
  let newest: { readonly id: string; readonly since: number } | null = null;
  let rested = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!newest) return;
    rested = Date.now() + REST_MS;
    tell(newest.id);
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
