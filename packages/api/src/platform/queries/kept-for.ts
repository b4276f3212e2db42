import { type Database, keyOf } from "@bbux/db";

/**
 * Makes a public query answer from memory for a short time, for each database. While it is asked, everyone waits for the same answer;
 * a failure isn't kept.
 * @param keepMs how old an answer may be
 */
export function keptFor<T>(
  keepMs: number,
  ask: (db: Database, now: Date) => Promise<T>,
): (db: Database, now: Date) => Promise<T> {
  const kept = new WeakMap<object, { at: number; answer: Promise<T> }>();
  return (db, now) => {
    const at = now.getTime();
    const key = keyOf(db);
    const known = kept.get(key);
    if (known && at >= known.at && at - known.at < keepMs) return known.answer;
    const entry = { at, answer: ask(db, now) };
    kept.set(key, entry);
    entry.answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return entry.answer;
  };
}
