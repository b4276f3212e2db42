import { LRUCache } from "lru-cache";

/** What is made at once; more wait, and beyond these are turned away. */
const AT_ONCE = 6;
const WAITING = 200;

/** Nobody else can be served now: the caller answers 503. */
export class TooBusy extends Error {
  override readonly name = "TooBusy";
}

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
  const waiting: (() => void)[] = [];
  let working = 0;

  async function turn(make: () => Promise<T>): Promise<T> {
    if (working >= AT_ONCE) {
      if (waiting.length >= WAITING) throw new TooBusy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else working++;
    try {
      return await make();
    } finally {
      const next = waiting.shift();
      // Who waits takes over the place.
      if (next) next();
      else working--;
    }
  }

  /** @throws TooBusy, and what `make` throws, which is not kept */
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
