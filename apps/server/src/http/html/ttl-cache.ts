import { LRUCache } from "lru-cache";
import { createConcurrencyLimit } from "../../concurrency-limit.ts";

/** How many run at the same time; more wait, and beyond a limit they are rejected. */
const CONCURRENCY = 6;
const QUEUE_LIMIT = 200;

/**
 * Caches values for a short time, computes each only once at a time and only a few in parallel, so that visitors' pages never
 * take the database away from the people who work with it.
 */
export function createTtlCache<T extends object>(now: () => Date, keepMs: number, entries: number) {
  // Expired entries take no memory either, because pages can be large.
  const cached = new LRUCache<string, { at: number; made: Promise<T> }>({
    max: entries,
    ttl: keepMs,
    ttlAutopurge: true,
  });
  const turn = createConcurrencyLimit({ concurrency: CONCURRENCY, waiting: QUEUE_LIMIT });

  /** @throws AppError SERVICE_UNAVAILABLE if too many wait, and whatever `make` throws; errors aren't cached */
  return (key: string, make: () => Promise<T>): Promise<T> => {
    const at = now().getTime();
    const known = cached.get(key);
    if (known && at - known.at >= 0 && at - known.at < keepMs) return known.made;
    const made = turn(make);
    const entry = { at, made };
    cached.set(key, entry);
    made.catch(() => {
      if (cached.peek(key) === entry) cached.delete(key);
    });
    return made;
  };
}
