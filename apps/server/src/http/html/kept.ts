import { LRUCache } from "lru-cache";
import { createGate } from "../../gate.ts";

/** What is made at once; more wait, and beyond these are turned away. */
const AT_ONCE = 6;
const WAITING = 200;

/**
 * Keeps what was made for a short while, makes the same thing once at a time, and only a few things at once, so that
 * visitors' pages never take the database away from those who work with it.
 */
export function createKept<T extends object>(now: () => Date, keepMs: number, entries: number) {
  // What nobody is shown any more takes no memory, either: pages may be large.
  const kept = new LRUCache<string, { at: number; made: Promise<T> }>({
    max: entries,
    ttl: keepMs,
    ttlAutopurge: true,
  });
  const turn = createGate({ atOnce: AT_ONCE, waiting: WAITING });

  /** @throws AppError SERVICE_UNAVAILABLE when too many wait, and what `make` throws; neither is kept */
  return (key: string, make: () => Promise<T>): Promise<T> => {
    const at = now().getTime();
    const known = kept.get(key);
    if (known && at - known.at >= 0 && at - known.at < keepMs) return known.made;
    const made = turn(make);
    const entry = { at, made };
    kept.set(key, entry);
    made.catch(() => {
      if (kept.peek(key) === entry) kept.delete(key);
    });
    return made;
  };
}
